import { listInSentence, listNames } from "../../../../lib/words/list.ts";
import { t } from "../../../../lib/words/t.ts";
import { type LetterSection, writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { shortenForSubject, toOneLine } from "../../../../server/mail/names.ts";
import { formatNews } from "../../rules/mail-words.ts";
import { KINDS, type Kind, TIMED_KINDS } from "../../rules.ts";
import { formatFooter, formatMails } from "../deliver/letters.ts";

/** One subject of a digest. */
export type DigestItem = {
  kind: Kind;
  diaryId: string | null;
  diaryShortId: string | null;
  /** It was due while the server was away. */
  whileAway: boolean;
  /** "" where the user hasn't allowed names and titles, and for subjects without one. */
  notebook: string;
  title: string;
};

type DigestLetter = {
  to: string;
  items: readonly DigestItem[];
  baseUrl: string;
  unsubscribeUrl: string;
};

const MAX_NOTEBOOKS = 20;
const MAX_TITLES = 5;

/** Writes a user's digest, by notebook and kind, in numbers. */
export function writeDigestLetter({ to, items, baseUrl, unsubscribeUrl }: DigestLetter): OutgoingMail {
  const notebooks = [...Map.groupBy(items, ({ diaryId }) => diaryId).values()];
  const shown = notebooks.slice(0, MAX_NOTEBOOKS);
  const rest = notebooks.length - shown.length;
  const hasReminders = items.some(({ kind }) => TIMED_KINDS.includes(kind));
  const subject = t("letters.digestSubject", { count: notebooks.length });
  return writeLetter({
    to,
    subject,
    heading: subject,
    paragraphs: [t("letters.unseen"), ...(rest > 0 ? [t("letters.moreIn", { count: rest })] : [])],
    sections: shown.map((group, index) =>
      buildSection(group, formatHeading(group, index, notebooks.length), baseUrl),
    ),
    footer: `${hasReminders ? `${t("letters.canFail")} ` : ""}${formatFooter(`${baseUrl}/account`)}`,
    unsubscribe: { label: t("letters.noMore", { mails: formatMails("digest", "all") }), url: unsubscribeUrl },
  });
}

/** A notebook's name is often that of the person cared for, so it has one only where the reader has allowed it. */
function formatHeading([first]: readonly DigestItem[], index: number, count: number): string {
  if (first!.notebook) return toOneLine(first!.notebook);
  if (count === 1) return "";
  return t(index === 0 ? "letters.inOne" : "letters.inAnother");
}

function buildSection(items: readonly DigestItem[], heading: string, baseUrl: string): LetterSection {
  const { diaryShortId } = items[0]!;
  const lines = KINDS.flatMap((kind) =>
    [false, true].flatMap((whileAway) => {
      const group = items.filter((item) => item.kind === kind && isMissed(item) === whileAway);
      return group.length === 0 ? [] : [formatLine(kind, group, whileAway)];
    }),
  );
  const path = diaryShortId === null ? "/care" : `/care/${diaryShortId}`;
  return { heading, lines, link: { label: t("letters.openNotebook"), url: baseUrl + path } };
}

const isMissed = ({ kind, whileAway }: DigestItem): boolean => whileAway && TIMED_KINDS.includes(kind);

function formatLine(kind: Kind, items: readonly DigestItem[], whileAway: boolean): string {
  const all = formatNews(kind, items.length);
  const news = whileAway ? t("letters.missed", { news: all }) : all;
  const titles = [...new Set(items.map(({ title }) => toOneLine(title)).filter((title) => title !== ""))];
  if (titles.length === 0) return news;
  const named = titles
    .slice(0, MAX_TITLES)
    .map((title) => t("letters.quoted", { title: shortenForSubject(title) }));
  const count = titles.length - named.length;
  const listed = count > 0 ? listInSentence([...named, t("messages.more", { count })]) : listNames(named);
  return t("letters.titled", { news, titles: listed });
}

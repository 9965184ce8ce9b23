import { pluralize } from "../../../../lib/pluralize.ts";
import { type LetterSection, writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { shortenForSubject, toOneLine } from "../../../../server/mail/names.ts";
import { CAN_FAIL, formatMailsOfKind, formatNews } from "../../rules/mail-words.ts";
import { KINDS, type Kind, TIMED_KINDS } from "../../rules.ts";
import { formatFooter } from "../deliver/letters.ts";

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
  const subject = notebooks.length > 1 ? "News from your notebooks" : "News from your notebook";
  return writeLetter({
    to,
    subject,
    heading: subject,
    paragraphs: [
      "You haven't seen this yet:",
      ...(rest > 0 ? [`There is more in ${pluralize(rest, "other notebook")}.`] : []),
    ],
    sections: shown.map((group, index) =>
      buildSection(group, formatHeading(group, index, notebooks.length), baseUrl),
    ),
    footer: `${hasReminders ? `${CAN_FAIL} ` : ""}${formatFooter(`${baseUrl}/account`)}`,
    unsubscribe: { label: `No more ${formatMailsOfKind("digest")}`, url: unsubscribeUrl },
  });
}

/** A notebook's name is often that of the person cared for, so it has one only where the reader has allowed it. */
function formatHeading([first]: readonly DigestItem[], index: number, count: number): string {
  if (first!.notebook) return toOneLine(first!.notebook);
  if (count === 1) return "";
  return index === 0 ? "In one notebook" : "In another notebook";
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
  return { heading, lines, link: { label: "Open the notebook", url: baseUrl + path } };
}

const isMissed = ({ kind, whileAway }: DigestItem): boolean => whileAway && TIMED_KINDS.includes(kind);

function formatLine(kind: Kind, items: readonly DigestItem[], whileAway: boolean): string {
  const news = formatNews(kind, items.length) + (whileAway ? ", missed because the server was away" : "");
  const titles = [...new Set(items.map(({ title }) => toOneLine(title)).filter((title) => title !== ""))];
  if (titles.length === 0) return news;
  const named = titles.slice(0, MAX_TITLES).map((title) => `“${shortenForSubject(title)}”`);
  const more = titles.length - named.length;
  return `${news}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

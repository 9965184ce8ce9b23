import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { t } from "../../../../lib/words/t.ts";
import { writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { formatNews } from "../../rules/mail-words.ts";
import { type Kind, TIMED_KINDS } from "../../rules.ts";

type NewsLetter = {
  to: string;
  kind: Kind;
  /** The notifications of the letter. */
  count: number;
  /** The page about it, absolute. */
  url: string;
  /** The page of the notification settings, absolute. */
  settings: string;
  /** Ends mails of this kind from this notebook. */
  unsubscribeUrl: string;
};

/** Writes the mail that an event happened or a subject is due, without its name, place or people. */
export function writeNewsLetter({
  to,
  kind,
  count,
  url,
  settings,
  unsubscribeUrl,
}: NewsLetter): OutgoingMail {
  const news = formatNews(kind, count);
  return writeLetter({
    to,
    subject: news,
    heading: news,
    paragraphs: [t("letters.newsText"), ...(TIMED_KINDS.includes(kind) ? [t("letters.canFail")] : [])],
    action: { label: t("letters.openNotebook"), url },
    footer: formatFooter(settings),
    unsubscribe: { label: t("letters.noMore", { mails: formatMails(kind, "this") }), url: unsubscribeUrl },
  });
}

/** Formats the reason of a mail, and the link to the settings. */
export const formatFooter = (settings: string): string =>
  t("letters.footer", { product: PRODUCT_NAME, settings });

/** The mails of a kind, from this notebook, one or all: "mails from this notebook about comments". */
export const formatMails = (kind: Kind, from: "this" | "one" | "all"): string =>
  t("letters.mails", { from, kind: kind.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) });

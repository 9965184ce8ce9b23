import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { CAN_FAIL, formatMailsOfKind, formatNews } from "../../rules/mail-words.ts";
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
    paragraphs: [
      "What it is about stays in the notebook: open it to read.",
      ...(TIMED_KINDS.includes(kind) ? [CAN_FAIL] : []),
    ],
    action: { label: "Open the notebook", url },
    footer: formatFooter(settings),
    unsubscribe: { label: `No more ${formatMailsOfKind(kind, "from this notebook")}`, url: unsubscribeUrl },
  });
}

/** Formats the reason of a mail, and the link to the settings. */
export const formatFooter = (settings: string): string =>
  `You get this because you are a member of a notebook on ${PRODUCT_NAME}. Choose what you are told, and how: ${settings}`;

import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { CAN_FAIL, formatMailsOfKind, formatNews } from "../../rules/mail-words.ts";
import { type Kind, TIMED_KINDS } from "../../rules.ts";

type NewsLetter = {
  to: string;
  kind: Kind;
  /** The notifications that the letter stands for. */
  count: number;
  /** The page about it, absolute. */
  url: string;
  /** The page where people choose what they are told, absolute. */
  settings: string;
  /** Ends mails of this kind from this notebook. */
  unsubscribeUrl: string;
};

/** Tells somebody that something happened or is due. It says neither what nor where nor who. */
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

/** Why somebody gets a mail, and where they choose. */
export const formatFooter = (settings: string): string =>
  `You get this because you are a member of a notebook on ${PRODUCT_NAME}. Choose what you are told, and how: ${settings}`;

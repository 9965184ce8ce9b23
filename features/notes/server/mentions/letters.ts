import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { shortenForSubject, toOneLine } from "../../../../server/mail/names.ts";

export type MentionLetter = {
  to: string;
  /** What mentions them. */
  what: "comment" | "note" | "handover";
  /** Names as entered; the mail puts them on one line and shortens them. */
  author: string;
  notebook: string;
  /** The page with it. Built from the configured base URL, never from a request. */
  link: string;
  /** The page where these mails can be turned off. */
  settings: string;
  /** Ends these mails from this notebook. */
  unsubscribeUrl: string;
};

/**
 * Writes the mail for a member who is mentioned in a comment or note, or who gets a handover. It contains no text of
 * either, because mails are stored and displayed in too many places.
 */
export function writeMentionLetter(letter: MentionLetter): OutgoingMail {
  const author = toOneLine(letter.author) || "Somebody";
  const notebook = toOneLine(letter.notebook);
  const isHandover = letter.what === "handover";
  const did = isHandover ? "sends you a handover from" : "mentioned you in";
  return writeLetter({
    to: letter.to,
    subject: `${shortenForSubject(author)} ${did} ${shortenForSubject(notebook)}`,
    heading: `${author} ${did} ${notebook}`,
    paragraphs: [
      isHandover
        ? "What happened stays in the notebook: open it to read."
        : "What they wrote stays in the notebook: open it to read and answer.",
    ],
    action: { label: `Read the ${letter.what}`, url: letter.link },
    footer: `You get this because you are a member of this notebook on ${PRODUCT_NAME}. You can switch off mails about mentions in your account: ${letter.settings}`,
    unsubscribe: { label: "No mails about mentions in this notebook", url: letter.unsubscribeUrl },
  });
}

import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { t } from "../../../../lib/words/t.ts";
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
  const author = toOneLine(letter.author) || t("letters.somebody");
  const notebook = toOneLine(letter.notebook);
  const isHandover = letter.what === "handover";
  const subject = isHandover ? "letters.handoverSubject" : "letters.mentionSubject";
  return writeLetter({
    to: letter.to,
    subject: t(subject, { author: shortenForSubject(author), notebook: shortenForSubject(notebook) }),
    heading: t(subject, { author, notebook }),
    paragraphs: [t(isHandover ? "letters.handoverText" : "letters.mentionText")],
    action: { label: t("letters.read", { what: letter.what }), url: letter.link },
    footer: t("letters.mentionFooter", { product: PRODUCT_NAME, settings: letter.settings }),
    unsubscribe: { label: t("letters.noMentions"), url: letter.unsubscribeUrl },
  });
}

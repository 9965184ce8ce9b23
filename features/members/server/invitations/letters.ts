import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { writeLetter } from "../../../../server/mail/letter.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { shortenForSubject, toOneLine } from "../../../../server/mail/names.ts";

export type InvitationLetter = {
  to: string;
  /** Names as entered; the mail puts them on one line and shortens them. */
  inviter: string;
  notebook: string;
  /** The role's label, such as "Caregiver". */
  role: string;
  /** The role's rights, in words that follow "will be able to". */
  rights: string;
  personalMessage: string;
  /** The page with Accept and Decline. Built from the configured base URL, never from a request. */
  link: string;
  validDays: number;
  /** Ends all letters to this address. */
  unsubscribeUrl: string;
};

/** Invites a person, who may never have heard of the product, to a notebook. */
export function composeInvitationLetter(letter: InvitationLetter): OutgoingMail {
  const inviter = toOneLine(letter.inviter) || "Somebody";
  const notebook = toOneLine(letter.notebook);
  return writeLetter({
    to: letter.to,
    subject: `${shortenForSubject(inviter)} invites you to ${shortenForSubject(notebook)} on ${PRODUCT_NAME}`,
    heading: `${inviter} invites you to ${notebook}`,
    paragraphs: [
      `${PRODUCT_NAME} is a shared care notebook: the people around somebody who needs care write down there what the others should know. You are invited as ${letter.role}. You will be able to ${letter.rights}.`,
    ],
    quote: letter.personalMessage ? { by: inviter, text: letter.personalMessage } : undefined,
    action: { label: "See the invitation", url: letter.link },
    footer: `The link works for ${letter.validDays} days, for an account with this e-mail address. If you don't know ${inviter}, ignore this message: nobody joins anything without accepting.`,
    unsubscribe: { label: "Don't write to me again", url: letter.unsubscribeUrl },
  });
}

export type RequestLetter = {
  to: string;
  /** Names as entered; the mail puts them on one line and shortens them. */
  asker: string;
  notebook: string;
  /** The role's label, such as "Caregiver". */
  role: string;
  /** The members' page. Built from the configured base URL, never from a request. */
  link: string;
};

/** Notifies the inviter of a request to be let in by the link. */
export function requestLetter(letter: RequestLetter): OutgoingMail {
  const asker = toOneLine(letter.asker) || "Somebody";
  const notebook = toOneLine(letter.notebook);
  return writeLetter({
    to: letter.to,
    subject: `${shortenForSubject(asker)} asks to be let in to ${shortenForSubject(notebook)}`,
    heading: `Let ${asker} in to ${notebook}?`,
    paragraphs: [
      `${asker} has the link of your invitation and asks to be let in as ${letter.role}. Until you let them in, they see nothing of the notebook.`,
    ],
    action: { label: "Answer", url: letter.link },
    footer: `Let in only whom you know. You get this because you invited somebody to this notebook on ${PRODUCT_NAME}.`,
  });
}

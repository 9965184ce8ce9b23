import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { t } from "../../../../lib/words/t.ts";
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
  const inviter = toOneLine(letter.inviter) || t("letters.somebody");
  const notebook = toOneLine(letter.notebook);
  const { role, rights, validDays: days } = letter;
  return writeLetter({
    to: letter.to,
    subject: t("letters.inviteSubject", {
      inviter: shortenForSubject(inviter),
      notebook: shortenForSubject(notebook),
      product: PRODUCT_NAME,
    }),
    heading: t("letters.inviteHeading", { inviter, notebook }),
    paragraphs: [t("letters.inviteText", { product: PRODUCT_NAME, role, rights })],
    quote: letter.personalMessage ? { by: inviter, text: letter.personalMessage } : undefined,
    action: { label: t("letters.seeInvitation"), url: letter.link },
    footer: t("letters.inviteFooter", { days, inviter }),
    unsubscribe: { label: t("letters.noLetters"), url: letter.unsubscribeUrl },
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
  const asker = toOneLine(letter.asker) || t("letters.somebody");
  const notebook = toOneLine(letter.notebook);
  return writeLetter({
    to: letter.to,
    subject: t("letters.requestSubject", {
      asker: shortenForSubject(asker),
      notebook: shortenForSubject(notebook),
    }),
    heading: t("letters.requestHeading", { asker, notebook }),
    paragraphs: [t("letters.requestText", { asker, role: letter.role })],
    action: { label: t("letters.answer"), url: letter.link },
    footer: t("letters.requestFooter", { product: PRODUCT_NAME }),
  });
}

import { nameDevice } from "../../lib/device-name.ts";
import { PRODUCT_NAME } from "../../lib/product.ts";
import type { Key } from "../../lib/words/keys.ts";
import { t } from "../../lib/words/t.ts";
import { writeLetter } from "../mail/letter.ts";
import type { OutgoingMail } from "../mail/message.ts";
import type { ProvenBy } from "./proof.ts";

// All letters are in the language of their present reader (`runInLanguage`).
const PRODUCT = { product: PRODUCT_NAME };

/** Asks the owner of a new account's address to confirm it. `next` is the path to go to afterwards. */
export function composeVerificationLetter(
  to: string,
  baseUrl: string,
  token: string,
  next: string | null,
): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.verifySubject", PRODUCT),
    heading: t("accountletters.verifyHeading"),
    paragraphs: [t("accountletters.verifyText", PRODUCT), t("accountletters.oneHour")],
    action: {
      label: t("accountletters.verify"),
      url: pageUrl(baseUrl, "/sign-in/verify-email", { token, next }),
    },
    footer: t("accountletters.verifyFooter"),
  });
}

/** Carries the link to choose a new password. */
export function resetLetter(to: string, baseUrl: string, token: string, next: string | null): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.resetSubject", PRODUCT),
    heading: t("accountletters.choosePassword"),
    paragraphs: [t("accountletters.resetText"), t("accountletters.resetLink")],
    action: {
      label: t("accountletters.choosePassword"),
      url: pageUrl(baseUrl, "/sign-in/reset-password", { token, next }),
    },
    footer: t("accountletters.resetFooter"),
  });
}

/** Sent to an address that has an account already when a sign-up uses it again. */
export function composeAlreadyRegisteredLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.knownSubject", PRODUCT),
    heading: t("accountletters.knownHeading"),
    paragraphs: [t("accountletters.knownText")],
    action: { label: t("accountletters.signIn"), url: pageUrl(baseUrl, "/sign-in", {}) },
    footer: t("accountletters.knownFooter"),
  });
}

/** Informs the account's owner that the password has changed. */
export function composePasswordChangedLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.changedSubject", PRODUCT),
    heading: t("accountletters.changedHeading"),
    paragraphs: [t("accountletters.changedText")],
    action: {
      label: t("accountletters.notMe"),
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: t("accountletters.changedFooter"),
  });
}

/** The subject and the text of a letter about a change to the sign-in. */
export type AccountChange = { heading: Key; text: Key; values?: { browser: string } };

const ACCOUNT_CHANGES: Record<string, AccountChange> = {
  "account.twoFactorEnabled": {
    heading: "accountletters.twoFactorOn",
    text: "accountletters.twoFactorOnText",
  },
  "account.twoFactorDisabled": {
    heading: "accountletters.twoFactorOff",
    text: "accountletters.twoFactorOffText",
  },
  "account.backupCodesRenewed": {
    heading: "accountletters.codesRenewed",
    text: "accountletters.codesRenewedText",
  },
  "account.passkeyAdded": {
    heading: "accountletters.passkeyAdded",
    text: "accountletters.passkeyAddedText",
  },
  "account.passkeyRemoved": {
    heading: "accountletters.passkeyRemoved",
    text: "accountletters.passkeyRemovedText",
  },
};

/**
 * The change to the sign-in that its account's owner is informed of, or a sign-in with a backup code or a browser that is
 * new to the account. Null for audit events without a letter.
 */
export function findAccountChange({
  type,
  details = {},
}: {
  type: string;
  details?: Record<string, string>;
}): AccountChange | null {
  if (type !== "account.signedIn") return ACCOUNT_CHANGES[type] ?? null;
  if (details.method === "backup code")
    return { heading: "accountletters.codeUsed", text: "accountletters.codeUsedText" };
  if (details.device !== "new") return null;
  const values = { browser: details.browser ?? "" };
  return { heading: "accountletters.signedIn", text: "accountletters.signedInText", values };
}

/** Informs the account's owner of a change to the sign-in. */
export function composeAccountChangeLetter(
  to: string,
  baseUrl: string,
  { heading: title, text, values }: AccountChange,
): OutgoingMail {
  const heading = t(title);
  return writeLetter({
    to,
    subject: t("accountletters.withProduct", { heading, ...PRODUCT }),
    heading,
    paragraphs: [t(text, values && { browser: nameDevice(values.browser) })],
    action: {
      label: t("accountletters.notMe"),
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: t("accountletters.wasMe"),
  });
}

/** Carries the link that verifies the new address of an account. */
export function composeNewAddressLetter(to: string, baseUrl: string, token: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.newAddressSubject", PRODUCT),
    heading: t("accountletters.newAddressHeading"),
    paragraphs: [t("accountletters.newAddressText", PRODUCT), t("accountletters.newAddressLink")],
    action: {
      label: t("accountletters.confirmNewAddress"),
      url: pageUrl(baseUrl, "/sign-in/confirm-address", { token }),
    },
    footer: t("accountletters.newAddressFooter"),
  });
}

/** Sent to an address that has an account already when another account wants to change to it. */
export function composeAddressTakenLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.takenSubject", PRODUCT),
    heading: t("accountletters.takenHeading"),
    paragraphs: [t("accountletters.takenText"), t("accountletters.takenWhat")],
    action: { label: t("accountletters.signIn"), url: pageUrl(baseUrl, "/sign-in", {}) },
    footer: t("accountletters.takenFooter"),
  });
}

/** Informs the present address of a requested change. */
export function composeEmailChangeNotice(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.noticeSubject", PRODUCT),
    heading: t("accountletters.noticeHeading"),
    paragraphs: [t("accountletters.noticeText"), t("accountletters.noticeNotMe")],
    action: {
      label: t("accountletters.notMe"),
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: t("accountletters.noticeFooter"),
  });
}

/** Informs the former address that the account has another one now. */
export function composeEmailChangedLetter(to: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.addressChangedSubject", PRODUCT),
    heading: t("accountletters.addressChangedHeading"),
    paragraphs: [t("accountletters.addressChangedText", PRODUCT), t("accountletters.addressChangedNotMe")],
    footer: t("accountletters.changedFooter"),
  });
}

/** Informs the account's owner that an administrator switched two-factor sign-in off. */
export function composeTwoFactorResetLetter(to: string): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.resetTwoFactorSubject", PRODUCT),
    heading: t("accountletters.twoFactorOff"),
    paragraphs: [t("accountletters.resetTwoFactorText"), t("accountletters.resetTwoFactorNext")],
    footer: t("accountletters.resetTwoFactorFooter"),
  });
}

/** Informs the account's owner that an access token was made. It contains neither its scopes nor its name. */
export function composeAccessTokenLetter(
  to: string,
  baseUrl: string,
  { days, by }: { days: number; by: ProvenBy },
): OutgoingMail {
  const isPassword = by === "password";
  return writeLetter({
    to,
    subject: t("accountletters.tokenSubject", PRODUCT),
    heading: t("accountletters.tokenHeading"),
    paragraphs: [t("accountletters.tokenText", { by, days }), t("accountletters.tokenNotMe", { by })],
    action: isPassword
      ? {
          label: t("accountletters.notMe"),
          url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
        }
      : { label: t("accountletters.seeTokens"), url: pageUrl(baseUrl, "/account", {}) },
    footer: t("accountletters.tokenFooter"),
  });
}

/** Texts about openings, which outlive the session that made them; they name neither notebooks nor addresses. */
const NEW_OPENINGS = {
  calendar: ["accountletters.calendarLink", "accountletters.calendarLinkText"],
  ntfy: ["accountletters.newPlace", "accountletters.ntfyText"],
  program: ["accountletters.newPlace", "accountletters.programText"],
  webhook: ["accountletters.webhook", "accountletters.webhookText"],
  invitation: ["accountletters.invitationLink", "accountletters.invitationLinkText"],
} as const satisfies Record<string, readonly [heading: Key, text: Key]>;

export type NewOpening = keyof typeof NEW_OPENINGS;

/** Informs the account's owner of a new opening, which sends data out of the account or lets other people in. */
export function composeOpeningLetter(
  to: string,
  baseUrl: string,
  kind: NewOpening,
  by: ProvenBy,
): OutgoingMail {
  const [title, text] = NEW_OPENINGS[kind];
  const heading = t(title);
  const isPassword = by === "password";
  return writeLetter({
    to,
    subject: t("accountletters.withProduct", { heading, ...PRODUCT }),
    heading,
    paragraphs: [
      `${t(text)} ${t("accountletters.openingBy", { by })}`,
      t("accountletters.openingNotMe", { by }),
    ],
    action: isPassword
      ? {
          label: t("accountletters.notMe"),
          url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
        }
      : { label: t("accountletters.seeAccount"), url: pageUrl(baseUrl, "/account", {}) },
    footer: t("accountletters.wasMe"),
  });
}

/** Informs the former owner that the account was deleted. */
export function composeAccountDeletedLetter(to: string, by: ProvenBy = "password"): OutgoingMail {
  return writeLetter({
    to,
    subject: t("accountletters.deletedSubject", PRODUCT),
    heading: t("accountletters.deletedHeading"),
    paragraphs: [t("accountletters.deletedText", { by }), t("accountletters.deletedGone")],
    footer: t("accountletters.deletedFooter"),
  });
}

/**
 * The URL of a page for the link in a letter. It is built from the configured base URL, never from a request. The
 * token is in the fragment (`#`), which browsers don't send to a server, so it appears in no access log and no
 * Referer header. The page acts only after a click: a mail scanner that opens every link confirms nothing.
 */
function pageUrl(baseUrl: string, path: string, fragment: { token?: string; next?: string | null }): string {
  const parameters = new URLSearchParams();
  if (fragment.token) parameters.set("token", fragment.token);
  // Only paths of our own: any other address would make the mail an open redirect.
  if (fragment.next && /^\/(?![/\\])/.test(fragment.next)) parameters.set("next", fragment.next);
  const text = parameters.toString();
  return `${baseUrl}${path}${text ? `#${text}` : ""}`;
}

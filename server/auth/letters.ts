import { PRODUCT_NAME } from "../../lib/product.ts";
import { writeLetter } from "../mail/letter.ts";
import type { OutgoingMail } from "../mail/message.ts";
import type { ProvenBy } from "./proof.ts";

/** Asks the owner of a new account's address to confirm it. `next` is the path to go to afterwards. */
export function composeVerificationLetter(
  to: string,
  baseUrl: string,
  token: string,
  next: string | null,
): OutgoingMail {
  return writeLetter({
    to,
    subject: `Confirm your e-mail address for ${PRODUCT_NAME}`,
    heading: "Confirm your e-mail address",
    paragraphs: [
      `This address was used to create an account on ${PRODUCT_NAME}. Confirm it to sign in.`,
      "The link works for one hour.",
    ],
    action: {
      label: "Confirm e-mail address",
      url: pageUrl(baseUrl, "/sign-in/verify-email", { token, next }),
    },
    footer:
      "If you didn't create an account, ignore this message: without your confirmation nobody can use it.",
  });
}

/** Carries the link to choose a new password. */
export function resetLetter(to: string, baseUrl: string, token: string, next: string | null): OutgoingMail {
  return writeLetter({
    to,
    subject: `Choose a new password for ${PRODUCT_NAME}`,
    heading: "Choose a new password",
    paragraphs: [
      "Somebody, probably you, asked to reset the password of this account.",
      "The link works once, for one hour. Afterwards you are signed out on every device, and passkeys, links and programs that were added since you last signed in with your password don't work any more.",
    ],
    action: {
      label: "Choose a new password",
      url: pageUrl(baseUrl, "/sign-in/reset-password", { token, next }),
    },
    footer: "If you didn't ask for this, ignore this message: your password stays as it is.",
  });
}

/** Sent to an address that has an account already when a sign-up uses it again. */
export function composeAlreadyRegisteredLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `You already have an account on ${PRODUCT_NAME}`,
    heading: "You already have an account",
    paragraphs: [
      "Somebody, probably you, tried to sign up with this address. It has an account already: sign in instead, or choose a new password if you forgot it.",
    ],
    action: { label: "Sign in", url: pageUrl(baseUrl, "/sign-in", {}) },
    footer: "If that wasn't you, there is nothing to do: nothing was changed.",
  });
}

/** Informs the account's owner that the password has changed. */
export function composePasswordChangedLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `Your password for ${PRODUCT_NAME} was changed`,
    heading: "Your password was changed",
    paragraphs: ["The password of this account was changed just now."],
    action: {
      label: "It wasn't me: choose a new password",
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: "If you changed it yourself, there is nothing to do.",
  });
}

/** Audit events about an account's sign-in in a letter: subject and first sentence. */
const ACCOUNT_CHANGES: Record<string, readonly [heading: string, text: string]> = {
  "account.twoFactorEnabled": [
    "Two-factor sign-in was switched on",
    "From now on signing in to this account asks for a code besides the password.",
  ],
  "account.twoFactorDisabled": [
    "Two-factor sign-in was switched off",
    "Signing in to this account asks for the password only from now on.",
  ],
  "account.backupCodesRenewed": [
    "New backup codes were made",
    "The backup codes of this account were replaced just now; the former ones no longer work.",
  ],
  "account.passkeyAdded": [
    "A passkey was added",
    "From now on somebody can sign in to this account with a new passkey, without the password. If it wasn't you: choose a new password now. That removes the passkey, and signs out every device.",
  ],
  "account.passkeyRemoved": [
    "A passkey was removed",
    "A passkey of this account was removed just now, and no longer signs in.",
  ],
};

/**
 * Informs the account's owner of a change to the sign-in, or of a sign-in with a backup code or a browser that is new
 * to the account. Null for events without a letter.
 */
export function composeAccountChangeLetter(
  to: string,
  baseUrl: string,
  { type, details = {} }: { type: string; details?: Record<string, string> },
): OutgoingMail | null {
  const change = type === "account.signedIn" ? signInChange(details) : ACCOUNT_CHANGES[type];
  if (!change) return null;
  const [heading, text] = change;
  return writeLetter({
    to,
    subject: `${heading} (${PRODUCT_NAME})`,
    heading,
    paragraphs: [text],
    action: {
      label: "It wasn't me: choose a new password",
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: "If it was you, there is nothing to do.",
  });
}

function signInChange(details: Record<string, string>): readonly [string, string] | null {
  if (details.method === "backup code")
    return [
      "A backup code was used to sign in",
      "Somebody signed in to this account with one of its backup codes just now. That code no longer works.",
    ];
  if (details.device !== "new") return null;
  return [
    "New sign-in",
    `Somebody signed in to this account just now with ${details.browser}, in a browser that it wasn't used in before.`,
  ];
}

/** Carries the link that verifies the new address of an account. */
export function composeNewAddressLetter(to: string, baseUrl: string, token: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `Confirm your new e-mail address for ${PRODUCT_NAME}`,
    heading: "Confirm your new e-mail address",
    paragraphs: [
      `Somebody, probably you, wants to use this address for an account on ${PRODUCT_NAME}. Confirm it to sign in with it from now on.`,
      "The link works once, for one hour, while you stay signed in where you asked for it. Other devices are signed out.",
    ],
    action: {
      label: "Confirm the new address",
      url: pageUrl(baseUrl, "/sign-in/confirm-address", { token }),
    },
    footer: "If you didn't ask for this, ignore this message: without your confirmation nothing changes.",
  });
}

/** Sent to an address that has an account already when another account wants to change to it. */
export function composeAddressTakenLetter(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `This address has an account on ${PRODUCT_NAME}`,
    heading: "This address has an account already",
    paragraphs: [
      "Somebody, probably you, wants to use this address for another account. It has one already, so nothing was changed.",
      "Sign in with this address to use the account that it has. To use it for the other account, delete this one first.",
    ],
    action: { label: "Sign in", url: pageUrl(baseUrl, "/sign-in", {}) },
    footer: "If that wasn't you, there is nothing to do.",
  });
}

/** Informs the present address of a requested change. */
export function composeEmailChangeNotice(to: string, baseUrl: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `Your e-mail address for ${PRODUCT_NAME} is about to change`,
    heading: "A new e-mail address was asked for",
    paragraphs: [
      "Somebody who is signed in to this account and knows its password asked to change its e-mail address. It changes when the new address is confirmed.",
      "If it wasn't you: choose a new password now. That stops the change and signs out every device.",
    ],
    action: {
      label: "It wasn't me: choose a new password",
      url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
    },
    footer: "If it was you, there is nothing to do here: open the message to your new address.",
  });
}

/** Informs the former address that the account has another one now. */
export function composeEmailChangedLetter(to: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `Your e-mail address for ${PRODUCT_NAME} was changed`,
    heading: "Your e-mail address was changed",
    paragraphs: [
      `The account that you had with this address has another one now. This address no longer signs in, and messages of ${PRODUCT_NAME} go to the new one.`,
      "If it wasn't you: tell whoever runs this server, and the people in your notebooks, at once. Nobody can undo it with this address.",
    ],
    footer: "If you changed it yourself, there is nothing to do.",
  });
}

/** Informs the account's owner that an administrator switched two-factor sign-in off. */
export function composeTwoFactorResetLetter(to: string): OutgoingMail {
  return writeLetter({
    to,
    subject: `Two-factor sign-in for ${PRODUCT_NAME} was switched off`,
    heading: "Two-factor sign-in was switched off",
    paragraphs: [
      "Whoever runs this server switched two-factor sign-in of this account off just now, because you, or somebody in your name, lost the second factor. Every device was signed out.",
      "Sign in with your password, and switch two-factor sign-in on again in your account.",
    ],
    footer: "If you didn't ask for this, choose a new password now, and tell whoever runs this server.",
  });
}

/** Informs the account's owner that an access token was made. It contains neither its scopes nor its name. */
export function composeAccessTokenLetter(
  to: string,
  baseUrl: string,
  { days, by }: { days: number; by: ProvenBy },
): OutgoingMail {
  const isPassword = by === "password";
  const who = isPassword
    ? "who is signed in to this account and knows its password"
    : "who signed in to this account again";
  return writeLetter({
    to,
    subject: `A new access token for ${PRODUCT_NAME}`,
    heading: "A program got access to your account",
    paragraphs: [
      `Somebody ${who} made an access token just now. With it a program may read or write in your notebooks, for ${days === 1 ? "one day" : `${days} days`} at most.`,
      isPassword
        ? "If it wasn't you: choose a new password now. That ends all access tokens and signs out every device."
        : "If it wasn't you: remove the token on your account page now, then change your password where you sign in, and tell whoever runs this server.",
    ],
    action: isPassword
      ? {
          label: "It wasn't me: choose a new password",
          url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
        }
      : { label: "Look at my access tokens", url: pageUrl(baseUrl, "/account", {}) },
    footer: "If it was you, there is nothing to do. Your account page lists the token and can end it.",
  });
}

/** Texts about openings, which outlive the session that made them; they name neither notebooks nor addresses. */
const NEW_OPENINGS = {
  calendar: ["A calendar link was made", "With it a calendar program reads your tasks."],
  ntfy: ["Reminders go to a new place", "Your reminders are sent to a topic of ntfy as well."],
  program: ["Reminders go to a new place", "Your reminders are sent to a program as well."],
  webhook: ["A webhook was made", "A program is told what changes in your notebooks."],
  invitation: ["An invitation link was made", "Whoever has it can ask to come into one of your notebooks."],
} as const;

export type NewOpening = keyof typeof NEW_OPENINGS;

/** Informs the account's owner of a new opening, which sends data out of the account or lets other people in. */
export function composeOpeningLetter(
  to: string,
  baseUrl: string,
  kind: NewOpening,
  by: ProvenBy,
): OutgoingMail {
  const [heading, text] = NEW_OPENINGS[kind];
  const isPassword = by === "password";
  return writeLetter({
    to,
    subject: `${heading} (${PRODUCT_NAME})`,
    heading,
    paragraphs: [
      `${text} It was made just now by somebody who ${isPassword ? "is signed in to this account and knows its password" : "signed in to this account again"}.`,
      isPassword
        ? "If it wasn't you: choose a new password now. That ends it, and signs out every device."
        : "If it wasn't you: remove it on your account page now, then change your password where you sign in, and tell whoever runs this server.",
    ],
    action: isPassword
      ? {
          label: "It wasn't me: choose a new password",
          url: pageUrl(baseUrl, "/sign-in/forgot-password", {}),
        }
      : { label: "Look at my account", url: pageUrl(baseUrl, "/account", {}) },
    footer: "If it was you, there is nothing to do.",
  });
}

/** Informs the former owner that the account was deleted. */
export function composeAccountDeletedLetter(to: string, by: ProvenBy = "password"): OutgoingMail {
  return writeLetter({
    to,
    subject: `Your account on ${PRODUCT_NAME} was deleted`,
    heading: "Your account was deleted",
    paragraphs: [
      `This account was deleted just now, by somebody who ${by === "password" ? "was signed in and knew its password" : "signed in to it again for that"}.`,
      "Your private notes and the notebooks that only you used are gone. What you wrote for others stays with them, without your name.",
    ],
    footer: "If that wasn't you, tell whoever runs this server. The account itself can't be brought back.",
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

const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 6 * 3600;
/** A server that refuses us is asked again more often: an operator who fixes it wants to see letters go. */
const MAX_PAUSE_OF_SERVER_SECONDS = 30 * 60;
/** How long a mail is tried, as RFC 5321, 4.5.4.1 requires: a mail server that fails on Friday is seen on Monday. */
export const TRIED_FOR_SECONDS = 4 * 24 * 3600;

/** A mailer's error: the command of the dialogue that failed, and the answer's code. */
export type MailError = { command?: string; code?: string; responseCode?: number };

/** Why a mail wasn't taken: the server's or the letter's fault; null for a temporary cause. */
export type HeldBy = "server" | "letter" | null;

/**
 * Commands that are the same for every mail: a server that refuses them refuses this installation, and not one letter.
 */
const OF_EVERY_MAIL = /^(CONN|EHLO|HELO|LHLO|STARTTLS|AUTH\b.*|MAIL FROM)$/;
/** About the size of a letter, also when it is announced in MAIL FROM. */
const TOO_LARGE = 552;
/** Errors that name our login or the encryption, not a letter. */
const OF_OUR_SETTINGS = ["EAUTH", "ENOAUTH", "ETLS"];

/**
 * The cause of a held mail, by the command of the dialogue and not by the code alone: 550 refuses a sender, a relay or
 * an addressee.
 */
export function getHolder({ command, code, responseCode }: MailError): HeldBy {
  const isRefusal = responseCode !== undefined && responseCode >= 500;
  if (OF_OUR_SETTINGS.includes(code ?? "")) return "server";
  if (command !== undefined && OF_EVERY_MAIL.test(command)) {
    if (responseCode === TOO_LARGE || code === "EMESSAGE") return "letter";
    return responseCode === undefined || isRefusal ? "server" : null;
  }
  // Without an answer, the mailer itself refuses an address that can't be one.
  const isOurMailer = responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE");
  return isRefusal || isOurMailer ? "letter" : null;
}

/** Whether the operator has to correct something: the server was reached and refuses us. */
export const isOurFault = (error: MailError): boolean =>
  getHolder(error) === "server" &&
  ((error.responseCode ?? 0) >= 500 || OF_OUR_SETTINGS.includes(error.code ?? ""));

/**
 * Seconds until the next attempt after `attempts` failed ones, doubling from half a minute to six hours; null when it is
 * time to give up.
 */
export function retryInSeconds({
  attempts,
  triedForSeconds,
  held,
}: {
  attempts: number;
  triedForSeconds: number;
  held: HeldBy;
}): number | null {
  if (triedForSeconds >= TRIED_FOR_SECONDS) return null;
  const most = held === "server" ? MAX_PAUSE_OF_SERVER_SECONDS : MAX_PAUSE_SECONDS;
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.max(0, attempts - 1), most);
}

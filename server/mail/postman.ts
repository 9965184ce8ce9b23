import { sql } from "kysely";
import { cutText } from "../../lib/cut-text.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { type DueLoop, runWhenDue } from "../jobs/due_work.ts";
import type { Logger } from "../log.ts";
import type { MailOutcome } from "../rooms.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";
import {
  claimDueMails,
  type DueMail,
  holdAll,
  markFailed,
  markSent,
  readMailTrouble,
  releaseMails,
  wakeHeld,
  wasRefusedAlone,
} from "./data.ts";
import type { Delivery } from "./delivery.ts";
import { getHolder, type HeldBy, isOurFault, type MailError, retryInSeconds } from "./retry.ts";

const MAILS_A_ROUND = 20;
/** Longer than a round of slow deliveries takes. */
const LEASE_SECONDS = 15 * 60;
const MAX_ERROR_LENGTH = 300;
/** The longest wait of untried mails while a server refuses everything: then one of them is tried. */
const PAUSE_OF_OTHERS_SECONDS = 5 * 60;

/** Receives the outcome of each attempt, after it is recorded. */
export type OnMail = (outcome: MailOutcome) => void;

export type Postman = {
  /** Finishes the delivery under way, then stops. */
  stop(): Promise<void>;
};

type PostmanParts = Omit<Parts, "onMail"> & {
  onMail?: OnMail | undefined;
  clock?: Clock | undefined;
  due?: DueLoop | undefined;
};

/**
 * Delivers the due mails of the outbox. At least once: a node that dies between delivery and recording it sends the
 * mail again, under the same Message-ID. A notification inside the transaction that writes the mail would hold up every
 * other commit.
 */
export function startPostman({ onMail = () => {}, due, clock, ...given }: PostmanParts): Postman {
  const parts = { ...given, onMail };
  let stopped = false;
  const work = runWhenDue({ ...parts, clock, due }, [
    {
      part: "mail",
      failure: "The outbox can't be read.",
      isDue: sql`exists (select from mail_outbox where next_attempt_at <= now())`,
      run: () => deliverDue(parts, () => stopped),
    },
  ]);
  return {
    async stop() {
      stopped = true;
      await work.stop();
      parts.delivery.close();
    },
  };
}

export type Parts = { database: Database; delivery: Delivery; log: Logger; onMail: OnMail };

/** Delivers due mails until none is left. */
export async function deliverDue(parts: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const { database, log } = parts;
  let mails: DueMail[];
  do {
    mails = await claimDueMails(database, { limit: MAILS_A_ROUND, leaseSeconds: LEASE_SECONDS });
    for (const [index, mail] of mails.entries()) {
      const others = () => mails.slice(index).map(({ id }) => id);
      if (isStopped()) return releaseMails(database, others(), 0);
      const fault = await deliverOne(parts, mail).catch((error: unknown) => {
        if (isDatabaseDown(error)) throw error;
        // The outcome isn't stored, so the mail is due again when the claim expires; the others go on.
        log.error({ part: "mail", mail: mail.id, err: error }, "What became of a mail can't be kept.");
        return null;
      });
      if (fault?.held !== "server") continue;
      // It would refuse the others in the same way.
      const seconds = Math.min(fault.retryInSeconds ?? PAUSE_OF_OTHERS_SECONDS, PAUSE_OF_OTHERS_SECONDS);
      return holdAll(database, { ids: others().slice(1), error: fault.error, seconds });
    }
  } while (mails.length === MAILS_A_ROUND);
}

type Fault = { error: string; retryInSeconds: number | null; held: HeldBy };

/** Delivers a mail and records the outcome; returns why it wasn't taken, null when it was. */
async function deliverOne(parts: Parts, mail: DueMail): Promise<Fault | null> {
  const { database, delivery, log, onMail } = parts;
  try {
    await delivery.deliver(mail.id, mail);
  } catch (error) {
    return recordFault(parts, mail, error);
  }
  const trouble = await readMailTrouble(database);
  await markSent(database, mail.id);
  await wakeHeld(database);
  onMail("sent");
  log.info({ part: "mail", mail: mail.id, attempt: mail.attempts }, "A mail was delivered.");
  if (trouble) log.info({ part: "mail", mails: trouble.mails }, "The mail server takes letters again.");
  return null;
}

async function recordFault({ database, log, onMail }: Parts, mail: DueMail, error: unknown): Promise<Fault> {
  const { command, responseCode } = error as MailError;
  // PostgreSQL accepts no NUL in texts, but a mail server may send one.
  const words = String(error instanceof Error ? error.message : error).replaceAll("\0", "");
  const held = getHolder(error as MailError);
  const isAlone = held === "letter" && (await wasRefusedAlone(database, mail.id));
  const fault: Fault = {
    error: cutText(words, MAX_ERROR_LENGTH),
    retryInSeconds: isAlone ? null : retryInSeconds({ ...mail, held }),
    held,
  };
  const before = await readMailTrouble(database);
  await markFailed(database, mail.id, fault);
  const trouble = await readMailTrouble(database);
  const isOver = fault.retryInSeconds === null;
  const isOurs = isOurFault(error as MailError) || (held === "letter" && trouble?.by === "letters");
  onMail(isOver ? "failed" : isOurs ? "misconfigured" : "later");
  // A mail server's response may quote the address, so only its status code is logged.
  const line = { part: "mail", mail: mail.id, attempt: mail.attempts, command, responseCode };
  const level = held === "server" && before?.by === "server" && !isOver ? "debug" : "warn";
  log[level]({ ...line, retryInSeconds: fault.retryInSeconds }, "A mail wasn't accepted.");
  if (trouble && !before)
    log.error(line, "The mail server takes no letters. They wait, and are tried for days: doctor says more.");
  return fault;
}

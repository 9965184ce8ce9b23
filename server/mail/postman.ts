import { cutText } from "../../lib/cut-text.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import type { MailOutcome } from "../rooms.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";
import { claimDueMails, type DueMail, markFailed, markSent } from "./data.ts";
import type { Delivery } from "./delivery.ts";
import { retryInSeconds } from "./retry.ts";

const CHECK_INTERVAL_MS = 1_000;
const MAILS_A_ROUND = 20;
/** Longer than a round of slow deliveries takes. */
const LEASE_SECONDS = 15 * 60;
const MAX_ERROR_LENGTH = 300;

/** Is told what became of each attempt, after it is recorded. */
export type OnMail = (outcome: MailOutcome) => void;

export type Postman = {
  /** Finishes the delivery under way, then stops. */
  stop(): Promise<void>;
};

/**
 * Checks the outbox every second and delivers what is due. At least once: a node that dies between delivery and
 * recording it sends the mail again, under the same Message-ID. A check costs one indexed read; a notification inside
 * the transaction that writes the mail would hold up every other commit.
 */
export function startPostman(
  database: Database,
  delivery: Delivery,
  log: Logger,
  onMail: OnMail = () => {},
): Postman {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = deliverDue({ database, delivery, log, onMail }, () => stopped)
        .catch((error: unknown) => log.error({ part: "mail", err: error }, "The outbox can't be read."))
        .finally(schedule);
    }, CHECK_INTERVAL_MS);
  };
  schedule();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
      delivery.close();
    },
  };
}

type Parts = { database: Database; delivery: Delivery; log: Logger; onMail: OnMail };

async function deliverDue(parts: Parts, isStopped: () => boolean) {
  const { database, log } = parts;
  let mails: DueMail[];
  do {
    mails = await claimDueMails(database, { limit: MAILS_A_ROUND, leaseSeconds: LEASE_SECONDS });
    for (const [index, mail] of mails.entries()) {
      if (isStopped()) return releaseMails(database, mails.slice(index));
      await deliverOne(parts, mail).catch((error: unknown) => {
        if (isDatabaseDown(error)) throw error;
        // The outcome isn't stored, so the mail is due again when the claim expires; the others go on.
        log.error({ part: "mail", mail: mail.id, err: error }, "What became of a mail can't be kept.");
      });
    }
  } while (mails.length === MAILS_A_ROUND);
}

async function deliverOne({ database, delivery, log, onMail }: Parts, mail: DueMail): Promise<void> {
  try {
    await delivery.deliver(mail.id, mail);
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    // PostgreSQL accepts no NUL in texts, but a mail server may send one.
    const message = String(error instanceof Error ? error.message : error).replaceAll("\0", "");
    const pause = retryInSeconds(mail.attempts, responseCode);
    await markFailed(database, mail.id, { error: cutText(message, MAX_ERROR_LENGTH), retryInSeconds: pause });
    onMail(pause === null ? "failed" : "later");
    // A mail server's response may quote the address, so only its status code is logged.
    log.warn(
      { part: "mail", mail: mail.id, attempt: mail.attempts, responseCode, retryInSeconds: pause },
      "A mail wasn't accepted.",
    );
    return;
  }
  await markSent(database, mail.id);
  onMail("sent");
  log.info({ part: "mail", mail: mail.id, attempt: mail.attempts }, "A mail was delivered.");
}

/** Makes mails that were claimed but not tried before the stop due at once for another node. */
async function releaseMails(database: Database, mails: DueMail[]): Promise<void> {
  for (const { id } of mails)
    await markFailed(database, id, { error: "The node stopped.", retryInSeconds: 0 });
}

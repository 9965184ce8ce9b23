import { MINUTE, SECOND } from "../lib/dates/time.ts";
import { type Cancel, type Clock, systemClock } from "./clock.ts";
import type { Database } from "./db/database.ts";
import { isAnswering } from "./db/reachable.ts";
import { isDiskFull, isOnReserve } from "./disk.ts";
import { type Logger, setGate } from "./log.ts";
import { isDatabaseDown } from "./sync/sqlstate.ts";

const ANSWER_WITHIN_MS = 2 * SECOND;
const LOOK_EVERY_MS = SECOND;
const REPORT_INTERVAL_MS = MINUTE;
/** The most lines kept until it is known whether the database is away. */
const MOST_HELD = 100;

const seconds = (clock: Clock, since: number) => Math.round((clock.elapsed() - since) / SECOND);

/**
 * Logs once that the database is away, once a minute while it is, and when it is back. Everything that uses it fails
 * meanwhile, each second anew: those lines are left out, because they hide other events and fill the disk. The database
 * is asked, twice within a second, whether it is away, since errors of other services look the same; a broken
 * connection is logged as before.
 */
export class DatabaseTrouble {
  readonly #log: Logger;
  readonly #answers: () => Promise<boolean>;
  #state: "fine" | "asking" | "away" = "fine";
  #held: (() => void)[] = [];
  #since = 0;
  #saidAt = 0;
  readonly #clock: Clock;
  #cancel: Cancel = () => {};
  #stopped = false;
  /** Whether it has answered since the first failure: a stopping database still answers on some connections. */
  #hasAnswered = false;

  constructor(log: Logger, answers: () => Promise<boolean>, clock = systemClock) {
    this.#clock = clock;
    this.#log = log;
    this.#answers = answers;
  }

  /** Whether a line is kept back. `write` writes it after all. */
  holds(error: unknown, status: unknown, write: () => void): boolean {
    if (this.#stopped) return false;
    // Requests fail by themselves only while nothing else is known to be wrong.
    if (!isDatabaseDown(error) && !(this.#state !== "fine" && status === 503)) return false;
    if (this.#state === "away") return true;
    if (this.#held.length < MOST_HELD) this.#held.push(write);
    if (this.#state === "fine") {
      this.#state = "asking";
      this.#since = this.#clock.elapsed();
      void this.look();
    }
    return true;
  }

  /** Asks the database, and logs a change. */
  async look(): Promise<void> {
    const answers = await this.#answers();
    if (this.#stopped) return;
    if (answers && this.#state === "asking" && !this.#hasAnswered) {
      this.#hasAnswered = true;
      this.#cancel = this.#clock.after(LOOK_EVERY_MS, () => this.look());
      return;
    }
    this.#hasAnswered = false;
    const held = this.#held.splice(0);
    if (answers) {
      const wasAway = this.#state === "away";
      this.#state = "fine";
      if (wasAway)
        this.#log.info({ seconds: seconds(this.#clock, this.#since) }, "The database answers again.");
      else for (const write of held) write();
      return;
    }
    if (this.#state !== "away") {
      this.#state = "away";
      this.#saidAt = this.#clock.elapsed();
      this.#log.error(
        "The database doesn't answer. Nothing is saved until it does, and what was saved stays.",
      );
    } else if (this.#clock.elapsed() - this.#saidAt >= REPORT_INTERVAL_MS) {
      this.#saidAt = this.#clock.elapsed();
      this.#log.error({ seconds: seconds(this.#clock, this.#since) }, "The database still doesn't answer.");
    }
    this.#cancel = this.#clock.after(LOOK_EVERY_MS, () => this.look());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    for (const write of this.#held.splice(0)) write();
  }
}

/** Keeps a log readable while the database is away or a disk is full, until it is stopped. */
export function watchTroubles(database: Database, log: Logger, clock = systemClock): { stop(): void } {
  const trouble = new DatabaseTrouble(log, () => isAnswering(database, ANSWER_WITHIN_MS), clock);
  let fullAt = Number.NEGATIVE_INFINITY;
  const clear = setGate(log, (first, write) => {
    const { err, error = err, status } = (first ?? {}) as Record<string, unknown>;
    if (!isDiskFull(error)) return trouble.holds(error, status, write);
    // Failures for want of room are logged once a minute; `watchDisk` logs the rest.
    if (clock.elapsed() - fullAt < REPORT_INTERVAL_MS) return true;
    fullAt = clock.elapsed();
    return false;
  });
  return {
    stop() {
      clear();
      trouble.stop();
    },
  };
}

/**
 * Logs when only the reserve is left on the disk of the data directory, also at the start, and when there is room
 * again.
 */
export async function watchDisk(
  dataDir: string,
  log: Logger,
  isFull = () => isOnReserve(dataDir),
  clock = systemClock,
): Promise<{ look(): Promise<void>; stop(): void }> {
  let fullSince: number | null = null;
  async function look(): Promise<void> {
    const full = await isFull();
    if (full && fullSince === null) {
      fullSince = clock.elapsed();
      log.error({ directory: dataDir }, "The disk is full: nothing is saved until more than 64 MB are free.");
    } else if (!full && fullSince !== null) {
      log.info({ directory: dataDir, seconds: seconds(clock, fullSince) }, "The disk has room again.");
      fullSince = null;
    }
  }
  await look();
  return { look, stop: clock.every(LOOK_EVERY_MS, look) };
}

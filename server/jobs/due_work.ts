import { type RawBuilder, sql } from "kysely";
import { type Clock, systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { isDatabaseDown } from "../sync/sqlstate.ts";

const EVERY_MS = 1_000;

/** Work that waits in rows until it is due. */
export type DueWork = {
  /** The part of the server that its failures are logged for. */
  part: string;
  /** Logged when a round fails. */
  failure: string;
  /** Whether there is due work: a condition that PostgreSQL answers by an index. */
  isDue: RawBuilder<boolean>;
  /** Does the due work. Several nodes may do so at once: rows are claimed. */
  run(): Promise<unknown>;
  /**
   * How many rounds may run at the same time, 1 by default: so that a round that waits for a service doesn't block the
   * next.
   */
  rounds?: number;
};

export type DueLoop = {
  /** Adds work; `stop` ends it and resolves when its last round is over. */
  add(work: DueWork): { stop(): Promise<void> };
  stop(): Promise<void>;
};

type Parts = { database: Pick<Database, "db" | "pool">; log: Logger; clock?: Clock | undefined };
type Entry = DueWork & { running: Set<Promise<void>> };

/** Names of statements are a connection's, and pools may be shared. */
let queries = 0;

/**
 * Asks every second, in one statement for all work of a node, for due work, and runs it. Work that a round makes due,
 * such as the message of a reminder that was just planned, runs in the same second; each work at most once a second.
 * While that can't be read, the log has one line about it, and one when it can be read again.
 */
export function createDueLoop({ database: { db, pool }, log, clock = systemClock }: Parts): DueLoop {
  const entries = new Set<Entry>();
  let query: { entries: Entry[]; name: string; text: string; values: unknown[] } | null = null;
  let isLost = false;
  const cancel = clock.every(EVERY_MS, () => runDue(new Set()));

  async function findDue(): Promise<Entry[]> {
    if (entries.size === 0) return [];
    if (query === null) {
      const all = [...entries];
      const due = sql.join(all.map(({ isDue }) => isDue));
      const { sql: text, parameters } = sql`select array[${due}] as due`.compile(db);
      // A name has PostgreSQL plan it once a connection: planning takes forty times as long as the answer.
      query = { entries: all, name: `due work ${++queries}`, text, values: [...parameters] };
    }
    const asked = query;
    try {
      const { rows } = await pool.query<{ due: boolean[] }>(asked);
      if (isLost) log.info({ part: "queues" }, "What is due can be read again.");
      isLost = false;
      return asked.entries.filter((_, index) => rows[0]!.due[index]);
    } catch (error) {
      // Of a database that doesn't answer the log has one line for the whole node (server/troubles.ts).
      if (!isLost || isDatabaseDown(error))
        log.error({ part: "queues", err: error }, "What is due can't be read. It waits.");
      isLost ||= !isDatabaseDown(error);
      return [];
    }
  }

  /** Runs the due work that hasn't run yet in this second, and then the work that this made due. */
  async function runDue(ran: Set<Entry>): Promise<void> {
    const due = (await findDue()).filter(
      (entry) => entries.has(entry) && !ran.has(entry) && entry.running.size < (entry.rounds ?? 1),
    );
    await Promise.all(
      due.map(async (entry) => {
        ran.add(entry);
        await runRound(entry);
        await runDue(ran);
      }),
    );
  }

  function runRound(entry: Entry): Promise<void> {
    const round: Promise<void> = entry
      .run()
      .then(
        () => {},
        (err: unknown) => log.error({ part: entry.part, err }, entry.failure),
      )
      .finally(() => entry.running.delete(round));
    entry.running.add(round);
    return round;
  }

  return {
    add(work) {
      const entry = { ...work, running: new Set<Promise<void>>() };
      entries.add(entry);
      query = null;
      return {
        async stop() {
          entries.delete(entry);
          query = null;
          await Promise.all(entry.running);
        },
      };
    },
    async stop() {
      cancel();
      const all = [...entries];
      entries.clear();
      query = null;
      await Promise.all(all.flatMap(({ running }) => [...running]));
    },
  };
}

/** Runs works in the node's loop, or, without one, in a loop of their own. */
export function runWhenDue(
  { due, ...parts }: Parts & { due?: DueLoop | undefined },
  works: readonly DueWork[],
): { stop(): Promise<void> } {
  const own = due ? null : createDueLoop(parts);
  const added = works.map((work) => (due ?? own!).add(work));
  return {
    async stop() {
      await Promise.all([...added.map((each) => each.stop()), own?.stop()]);
    },
  };
}

import { type Kysely, sql } from "kysely";
import type { Database, Tables } from "../../../../server/db/database.ts";
import { isLockTimeout } from "../../../../server/sync/sqlstate.ts";

type Db = Kysely<Tables>;

/** For so long a planner waits for a row that another transaction holds, while it plans for everybody. */
const WAIT_MS = 1_000;
/** The lock timeout for the rows of one notebook or user, of which many may be locked. */
const WAIT_FOR_ONE_MS = 250;
/** A planner's statement that takes longer has met something worse. It ends in PostgreSQL, and with it its locks. */
const STATEMENT_MS = 30_000;

/** Locked rows are retried after this many seconds. */
export const RETRY_SECONDS = 30;

/** A transaction of a planner: what it waits for ends soon, so that it doesn't keep its own locks meanwhile. */
export const runPlanner = <Result>(
  { db }: Pick<Database, "db">,
  work: (trx: Db) => Promise<Result>,
): Promise<Result> =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${`${WAIT_MS}ms`}, true),
                     set_config('statement_timeout', ${`${STATEMENT_MS}ms`}, true)`.execute(trx);
    return work(trx);
  });

/** The result of work in a transaction; null where a row was held for too long: then it has done nothing. */
export async function tryWithLockTimeout<Result extends object>(
  trx: Db,
  work: () => Promise<Result>,
): Promise<Result | null> {
  await sql`savepoint before_held`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint before_held`.execute(trx);
    return result;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await sql`rollback to savepoint before_held`.execute(trx);
    return null;
  }
}

/** From now on the transaction waits for single ones. */
export const setShortLockTimeout = (trx: Db) =>
  sql`select set_config('lock_timeout', ${`${WAIT_FOR_ONE_MS}ms`}, true)`.execute(trx);

/**
 * Works on a whole batch at once; after a lock timeout on each notebook or user by itself, so that a lock of one
 * doesn't block the others. Returns the items that are locked.
 */
export async function retryPerOwner<Item>(
  trx: Db,
  all: readonly Item[],
  { of, work }: { of: (item: Item) => string | null; work: (some: Item[]) => Promise<object> },
): Promise<Item[]> {
  if (all.length === 0 || (await tryWithLockTimeout(trx, () => work([...all])))) return [];
  await setShortLockTimeout(trx);
  const locked: Item[] = [];
  for (const some of Map.groupBy(all, of).values())
    if (!(await tryWithLockTimeout(trx, () => work(some)))) locked.push(...some);
  return locked;
}

import { type Kysely, sql } from "kysely";
import { type ClientBase, escapeIdentifier } from "pg";
import { formatOperatorCommand } from "../operator/command_line.ts";
import { StartError } from "../start_error.ts";

/** A table that exists in a database from the begin of its move to another one; no server starts on it. */
export const MOVED = "database_moved";

/** Where a database was moved to, without a password; `hasEnded`: whether all of it is there. */
export type MovedMark = { destination: string; hasEnded: boolean; since: Date };

const FIND = `select to_regclass('public.${MOVED}') is not null as found`;
const READ = `select destination, has_ended as "hasEnded", since from public.${MOVED}`;

/** The mark of a database; null when it wasn't moved. */
export async function readMovedMark(client: ClientBase): Promise<MovedMark | null> {
  const { rows } = await client.query<{ found: boolean }>(FIND);
  if (!rows[0]!.found) return null;
  return (await client.query<MovedMark>(READ)).rows[0] ?? null;
}

/**
 * Marks that a database is being moved, and makes it read-only for its role in every later session: a server that has
 * checked before the mark was there, or of a version that doesn't know the mark, can't write either.
 */
export async function markMoved(client: ClientBase, destination: string): Promise<void> {
  await inTransaction(client, async (role) => {
    await client.query(
      `create table if not exists public.${MOVED}
         (destination text not null, has_ended boolean not null, since timestamptz not null)`,
    );
    await client.query(`delete from public.${MOVED}`);
    await client.query(`insert into public.${MOVED} values ($1, false, now())`, [destination]);
    await client.query(`alter role ${role} set default_transaction_read_only = on`);
  });
}

export const endMove = (client: ClientBase) =>
  inTransaction(client, () => client.query(`update public.${MOVED} set has_ended = true`));

/** Makes a database usable again that was moved. */
export async function unmarkMoved(client: ClientBase): Promise<void> {
  await inTransaction(client, async (role) => {
    await client.query(`alter role ${role} reset default_transaction_read_only`);
    await client.query(`drop table public.${MOVED}`);
  });
}

/** Runs statements in a transaction that may write, regardless of the role's default. `role`: of this session, here. */
async function inTransaction(client: ClientBase, work: (role: string) => Promise<unknown>): Promise<void> {
  await client.query("begin read write");
  try {
    const { rows } = await client.query<{ role: string; database: string }>(
      "select current_user::text as role, current_database()::text as database",
    );
    const { role, database } = rows[0]!;
    await work(`${escapeIdentifier(role)} in database ${escapeIdentifier(database)}`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** As {@link readMovedMark}, through a pool. */
// biome-ignore lint/suspicious/noExplicitAny: any database
export async function getMovedMark({ db }: { db: Kysely<any> }): Promise<MovedMark | null> {
  const { rows } = await sql.raw<{ found: boolean }>(FIND).execute(db);
  if (!rows[0]!.found) return null;
  return (await sql.raw<MovedMark>(READ).execute(db)).rows[0] ?? null;
}

/** @throws StartError for a database that was moved or is being moved */
// biome-ignore lint/suspicious/noExplicitAny: any database
export async function refuseMoved(db: Kysely<any>): Promise<void> {
  const mark = await getMovedMark({ db });
  if (mark) throw new StartError(describeMove(mark));
}

/** The instruction for a database that was moved. */
export function describeMove({ destination, hasEnded }: MovedMark): string {
  const undo = `\`${formatOperatorCommand("move-database --undo")}\``;
  if (!hasEnded) {
    return (
      `This database is being moved to ${destination}, and that hasn't ended: run \`${formatOperatorCommand("move-database")}\` ` +
      `again as before, or stay with this one by ${undo}.`
    );
  }
  return (
    `This database was moved to ${destination}: change DATABASE_URL to that one. To come back to this one, without what ` +
    `was written there, run ${undo}.`
  );
}

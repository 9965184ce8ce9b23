import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { ROOT } from "../root.ts";
import type { Tables } from "./database.ts";

/** One file for each database function, in its current form; revisions.json has the hashes of all forms. */
const DIRECTORY = join(ROOT, "server", "db", "functions");
const REVISIONS = join(DIRECTORY, "revisions.json");

export type SqlFunction = {
  name: string;
  /** The whole file: `create or replace function …`. */
  text: string;
  hash: string;
  /** The number of forms that the function has had; a greater one is a newer version's. */
  revision: number;
};

/** The hashes of all forms that each function has had, oldest first. */
export type Revisions = Record<string, string[]>;

/**
 * Functions that stored data depends on (such as indexes): another body would invalidate that data, so they keep the
 * body of their migration.
 */
export const FROZEN: Readonly<Record<string, string>> = {
  is_short_id: "Checks of tables rest on it: rows that are stored already are not checked again.",
  program_last_day: "A stored column is computed by it: rows that are stored already keep their value.",
  search_text: "Indexes of names hold its results.",
  tag_term: "Indexes of search hold its results.",
  find_words: "Indexes of search hold its results.",
  find_terms: "Indexes of search hold its results.",
  terms_of_any_words: "Indexes of search hold its results.",
  note_text: "The index of notes holds its results.",
  plan_text: "The index of plans holds its results.",
  name_terms: "The indexes of names hold its results.",
};

/** The functions of this version, each after those it calls. */
export async function readSqlFunctions(): Promise<SqlFunction[]> {
  const revisions = await readRevisions();
  const names = (await readdir(DIRECTORY))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.slice(0, -4));
  const functions = await Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(join(DIRECTORY, `${name}.sql`), "utf8");
      return { name, text, hash: computeHash(text), revision: revisions[name]?.length ?? 1 };
    }),
  );
  return sortByCalls(functions);
}

export const readRevisions = async (): Promise<Revisions> => JSON.parse(await readFile(REVISIONS, "utf8"));

const computeHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

function sortByCalls(functions: SqlFunction[]): SqlFunction[] {
  const ordered = new Set<SqlFunction>();
  const add = (one: SqlFunction, callers: SqlFunction[]) => {
    if (ordered.has(one)) return;
    if (callers.includes(one)) {
      throw new Error(
        `SQL functions call each other in a circle: ${callers.map(({ name }) => name).join(", ")}`,
      );
    }
    for (const other of functions) {
      if (other !== one && new RegExp(`\\b${other.name}\\s*\\(`).test(one.text))
        add(other, [...callers, one]);
    }
    ordered.add(one);
  };
  for (const one of functions) add(one, []);
  return [...ordered];
}

/**
 * Creates or replaces the functions of this version that the database lacks or has in an older form; keeps newer
 * versions. With `afterMigrations` it replaces all, since a migration may have written its own body. The caller holds
 * the migration lock, in a transaction.
 */
export async function applySqlFunctions(
  db: Kysely<Tables>,
  { afterMigrations = false, functions }: { afterMigrations?: boolean; functions: SqlFunction[] },
): Promise<void> {
  const due = await outdatedFunctions(db, functions, afterMigrations);
  for (const { name, text, revision, hash } of due) {
    await sql.raw(text).execute(db);
    await sql`
      insert into schema_functions (name, revision, hash) values (${name}, ${revision}, ${hash})
        on conflict (name) do update set revision = excluded.revision, hash = excluded.hash`.execute(db);
  }
}

/** Whether the database lacks functions of this version or has older forms of them. */
export async function hasOutdatedSqlFunctions(db: Kysely<Tables>): Promise<boolean> {
  return (await outdatedFunctions(db, await readSqlFunctions())).length > 0;
}

async function outdatedFunctions(
  db: Kysely<Tables>,
  functions: SqlFunction[],
  includesUnchanged = false,
): Promise<SqlFunction[]> {
  const { rows } = await sql<{ name: string; revision: number; hash: string }>`
    select name, revision, hash from schema_functions`.execute(db);
  const present = new Map(rows.map((row) => [row.name, row]));
  return functions.filter(({ name, revision, hash }) => {
    const stored = present.get(name);
    if (!stored) return true;
    // The same revision with another hash is a function under development; the latest text counts.
    return stored.revision === revision
      ? includesUnchanged || stored.hash !== hash
      : stored.revision < revision;
  });
}

/** The ledger of revisions, with the current form of each function added where it is new; for `npm run functions`. */
export function withCurrentHashes(revisions: Revisions, functions: SqlFunction[]): Revisions {
  return Object.fromEntries(
    functions
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, hash }) => {
        const former = revisions[name] ?? [];
        return [name, former.at(-1) === hash ? former : [...former, hash]];
      }),
  );
}

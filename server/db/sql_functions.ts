import { createHash } from "node:crypto";
import { access, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { ROOT } from "../root.ts";
import type { Tables } from "./database.ts";

/** The platform's functions; a room has its own in `features/<room>/server/sql`. */
const OF_PLATFORM = join(ROOT, "server", "db", "functions");
/** Lists the functions of its folder, one file each in its current form, with the hashes of all forms. */
const REVISIONS = "revisions.json";

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

/** The functions of this version, of the platform and of all rooms, each after those it calls. */
export async function readSqlFunctions(): Promise<SqlFunction[]> {
  const folders = await Promise.all(
    (await listSqlFolders()).map(async (folder) => {
      const revisions = await readRevisions(folder);
      return await readFunctions(folder, Object.keys(revisions), revisions);
    }),
  );
  return sortByCalls(folders.flat().toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}

/** The folders that list functions; found by their names, since the platform doesn't load rooms to migrate. */
export async function listSqlFolders(): Promise<string[]> {
  const rooms = (await readdir(join(ROOT, "features"))).sort();
  const ofRooms = rooms.map((room) => join(ROOT, "features", room, "server", "sql"));
  const exist = await Promise.all(ofRooms.map((folder) => access(folder).then(...YES_OR_NO)));
  return [OF_PLATFORM, ...ofRooms.filter((_, i) => exist[i])];
}
const YES_OR_NO = [() => true, () => false] as const;

/** All functions that have a file in a folder, whether it lists them or not. */
export async function readSqlFiles(folder: string): Promise<SqlFunction[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return await readFunctions(
    folder,
    files.map((name) => name.slice(0, -".sql".length)),
  );
}

export const readRevisions = async (folder: string): Promise<Revisions> =>
  JSON.parse(await readFile(join(folder, REVISIONS), "utf8"));

export const writeRevisions = (folder: string, revisions: Revisions): Promise<void> =>
  writeFile(join(folder, REVISIONS), `${JSON.stringify(revisions, null, 2)}\n`);

const readFunctions = (folder: string, names: string[], revisions: Revisions = {}): Promise<SqlFunction[]> =>
  Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, `${name}.sql`), "utf8");
      return { name, text, hash: computeHash(text), revision: revisions[name]?.length ?? 1 };
    }),
  );

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

/** What a folder lists, with the current form of each function added where it is new; for `npm run functions`. */
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

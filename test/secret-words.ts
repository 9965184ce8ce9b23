import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Database } from "../server/db/database.ts";

/** Words that stand nowhere else. */
export const uniqueWord = (what: string) => `${what}-${randomBytes(9).toString("hex")}`;

/** The forms in which bytes are written as text. */
const formsOf = (word: string): Buffer[] => {
  const bytes = Buffer.from(word);
  // Base64 of a text depends on what stands before it, so only its middle is the same in one of three places.
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString("base64")
      .slice(4, -4),
  );
  return [word, bytes.toString("hex"), ...shifted].map((form) => Buffer.from(form));
};

/** Which of the words stand in a text or file. */
export const wordsFound = (bytes: Buffer, secrets: readonly string[]) =>
  secrets.filter((secret) => formsOf(secret).some((form) => bytes.includes(form)));

const WAL_PAGE = 8192;

/**
 * The records of a segment of PostgreSQL's write-ahead log, without the header of each page, which may divide a word
 * (`XLogPageHeaderData`; the first page of a segment has the long form).
 */
export function walRecords(segment: Buffer): Buffer {
  const pages = Math.ceil(segment.length / WAL_PAGE);
  return Buffer.concat(
    Array.from({ length: pages }, (_, index) => {
      const page = segment.subarray(index * WAL_PAGE, (index + 1) * WAL_PAGE);
      const hasLongHeader = (page[2]! & 2) !== 0;
      return page.subarray(hasLongHeader ? 40 : 24);
    }),
  );
}

/** Every table of every schema that holds one of the words in a row, with the words. */
export async function foundInTables(
  { pool }: Database,
  secrets: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map((table) => table.name)).toContain("public.sync_outcomes");
  const holding: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select coalesce(string_agg(t::text, e'\\n'), '') as text from ${name} t`,
    );
    const there = wordsFound(Buffer.from(rows[0].text), secrets);
    if (there.length > 0) holding[name] = there;
  }
  return holding;
}

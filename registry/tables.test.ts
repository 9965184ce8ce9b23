import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_TABLES } from "../features/admin/rules.ts";
import { openDatabase } from "../server/db/database.ts";
import { PLATFORM_TABLES } from "../server/db/platform_tables.ts";
import type { TableClaim } from "../server/rooms.ts";
import { createTestDatabase } from "../test/database.ts";
import { rooms } from "./rooms.ts";

const claims: [table: string, by: string, claim: TableClaim][] = [
  ...Object.entries(PLATFORM_TABLES).map(([table, claim]) => [table, "the platform", claim] as const),
  ...rooms.flatMap(({ name, tables = {} }) =>
    Object.entries(tables).map(([table, claim]) => [table, name, claim] as const),
  ),
].map(([table, by, claim]) => [table, by, claim]);

let tables: string[];
let tracked: Set<string>;
let close: () => Promise<void>;

beforeAll(async () => {
  const own = await createTestDatabase();
  const { pool, close: closePool } = openDatabase(own.connectionString);
  close = async () => {
    await closePool();
    await own.drop();
  };
  const { rows } = await pool.query<{ name: string }>(`
    select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as name
      from information_schema.tables
     where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`);
  tables = rows.map(({ name }) => name);
  const triggers = await pool.query<{ name: string }>(`
    select distinct case event_object_schema when 'public' then event_object_table
                         else event_object_schema || '.' || event_object_table end as name
      from information_schema.triggers where trigger_name like 'sync\\_%' or trigger_name = 'log_ended_session'`);
  tracked = new Set(triggers.rows.map(({ name }) => name));
});
afterAll(() => close());

/**
 * What the platform knows of rooms' tables: people and memberships, which decide access, what is recorded of them, and
 * the keys of notebooks.
 */
const KNOWN_TO_PLATFORM: Readonly<Record<string, readonly string[]>> = {
  "server/access": ["audit_events", "diaries", "members", "users"],
  "server/auth": ["audit_events", "members", "users"],
  "server/db": ["users"],
  "server/jobs": ["audit_events"],
  "server/sync": ["users"],
  "server/vault": ["notebook_keys", "notes"],
  // The language of an account.
  "server/words": ["users"],
};

it("the platform's statements read people, memberships and keys, and no other table of a room", () => {
  const names = rooms.flatMap(({ tables = {} }) => Object.keys(tables)).join("|");
  const mention = new RegExp(
    `\\b(?:from|join|update|into|table) "?(${names})\\b|(?:From|Join|Table|Into)\\("(${names})\\b`,
    "g",
  );
  const known = new Map<string, Set<string>>();
  for (const path of globSync("server/**/*.ts")) {
    if (/\.test\.ts$|\/migrations\//.test(path)) continue;
    const folder = path.split("/").slice(0, 2).join("/");
    // Comments are prose.
    const code = readFileSync(path, "utf8").replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    for (const [, inSql, inQuery] of code.matchAll(mention))
      known.set(folder, (known.get(folder) ?? new Set()).add((inSql ?? inQuery)!));
  }
  const sorted = [...known].map(([folder, of]) => [folder, [...of].toSorted()] as const);
  expect(Object.fromEntries(sorted)).toEqual(KNOWN_TO_PLATFORM);
});

describe("every table of the database", () => {
  it("belongs to exactly one room or to the platform", () => {
    const claimed = claims.map(([table]) => table);
    expect(claimed.toSorted()).toEqual(tables.toSorted());
  });

  it("declares how sync, a copy, the deletion of an account and the back-office treat it", () => {
    const sentences = claims.flatMap(([table, by, { sync, copy, deletion, backOffice }]) =>
      [sync, copy, deletion, backOffice].map((one) => {
        const words = typeof one === "string" ? one : "not" in one ? one.not : one.table;
        return `${table} (${by}): ${words}`;
      }),
    );
    for (const each of sentences) expect(each).toMatch(/: (live|[a-zA-Z]+|[A-Z].{6,}\.)$/);
  });

  it("has triggers for changes exactly when it is declared live", () => {
    const live = claims.filter(([, , { sync }]) => sync === "live").map(([table]) => table);
    expect(live.toSorted()).toEqual([...tracked].toSorted());
  });

  it("is part of a notebook's copy exactly when its room writes a part of the copy", () => {
    for (const { name, tables = {}, copy } of rooms) {
      const isInCopy = Object.values(tables).some((claim) => typeof claim.copy === "string");
      expect(`${name}: ${isInCopy}`).toBe(`${name}: ${copy !== undefined}`);
    }
  });

  it("appears in the back-office exactly when it is declared to", () => {
    const shown = claims.flatMap(([, , { backOffice }]) => ("table" in backOffice ? [backOffice.table] : []));
    expect(shown.toSorted()).toEqual([...ADMIN_TABLES].toSorted());
  });
});

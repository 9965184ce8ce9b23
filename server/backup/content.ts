import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { PLATFORM_TABLES } from "../db/platform_tables.ts";
import type { Room } from "../rooms.ts";
import { ROOT } from "../root.ts";

/** The content of an archive: parts of the platform and of all rooms. */
export function getContent(rooms: readonly Room[]): {
  leftOut: ReadonlySet<string>;
  storedFiles: readonly string[];
} {
  const claims = [PLATFORM_TABLES, ...rooms.map(({ tables }) => tables ?? {})].flatMap((tables) =>
    Object.entries(tables),
  );
  return {
    leftOut: new Set(claims.flatMap(([name, { backup }]) => (backup ? [name] : []))),
    storedFiles: rooms.flatMap((room) => room.storedFiles ?? []),
  };
}

/** All names that the selects find, each once. */
export const getFileQuery = (selects: readonly string[]): string =>
  `select distinct name from (${selects.map((select) => `(${select})`).join(" union all ")}) f (name) order by name`;

/** The last migration that the database has had. */
export async function readMigration(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "select name from schema_migrations order by name desc limit 1",
  );
  return rows[0]!.name;
}

export const getProductVersion = (): string =>
  (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string }).version;

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findServerCode, SERVER_MARKERS } from "./client.ts";
import { findViolations, NO_CIRCLES, NO_ROOM_CIRCLES, RULES, VISIBILITY_EXCEPTIONS } from "./rules.ts";

const LONG = "// line\n".repeat(501);

/** Per rule: a file that breaks it, and one beside it that doesn't. */
const CASES: [rule: string, path: string, bad: string, good: string][] = [
  [
    "layers",
    "features/notes/screens/a.tsx",
    'import { b } from "../../../app/b.ts";',
    'import { b } from "../../../ui/b.ts";',
  ],
  [
    "layers",
    "ui/card.tsx",
    'import type { N } from "../features/notes/rules.ts";',
    'import { a } from "../lib/a.ts";',
  ],
  ["layers", "lib/a.ts", 'export { b } from "../ui/b.ts";', 'export { b } from "./b.ts";'],
  [
    "rooms",
    "features/notes/server/functions.ts",
    'import * as d from "../../tasks/server/data.ts";',
    'import * as d from "../../tasks/server/public.ts";',
  ],
  [
    "rooms",
    "features/notes/components/a.tsx",
    'import { t } from "../../tasks/client/use-task.ts";',
    'import { t } from "../../tasks/client/public.ts";',
  ],
  [
    "rooms",
    "features/notes/rules.ts",
    'import type { T } from "../tasks/server/access.ts";',
    'import { t } from "../tasks/rules/states.ts";',
  ],
  [
    "server-types-only",
    "app/api.ts",
    'import { f } from "../server/functions/define.ts";',
    'import type { f } from "../server/functions/define.ts";',
  ],
  [
    "server-types-only",
    "features/notes/screens/a.tsx",
    'const f = await import("../server/functions.ts");',
    'import type { f } from "../server/functions.ts";',
  ],
  [
    "server-types-only",
    "features/notes/client/a.ts",
    'import { f, type G } from "../server/data.ts";',
    'import { type F, type G } from "../server/data.ts";',
  ],
  [
    "server-types-only",
    "features/notes/rules.ts",
    'import "../../server/log.ts";',
    'import { z } from "zod";',
  ],
  [
    "no-node-in-client",
    "lib/a.ts",
    'import { join } from "node:path";',
    'import type { ParsedPath } from "node:path";',
  ],
  [
    "server-knows-no-screens",
    "features/notes/server/data.ts",
    'import { a } from "../screens/a.tsx";',
    'import * as a from "../rules.ts";',
  ],
  [
    "server-knows-no-screens",
    "features/notes/server/functions.ts",
    'import { a } from "../../../ui/a.tsx";',
    'import { a } from "../../../lib/a.ts";',
  ],
  [
    "platform-knows-no-room",
    "server/node.ts",
    'import type { N } from "../features/notes/rules.ts";',
    'import type { Room } from "./rooms.ts";',
  ],
  [
    "platform-knows-no-room",
    "server/jobs/worker.ts",
    'import { rooms } from "../../registry/rooms.ts";',
    'import type { Room } from "../rooms.ts";',
  ],
  [
    "registry-at-the-top",
    "features/notes/server/data.ts",
    'import { rooms } from "../../../registry/rooms.ts";',
    'import type { Room } from "../../../server/rooms.ts";',
  ],
  [
    "registry-at-the-top",
    "app/main.tsx",
    'import type { Api } from "../registry/functions.ts";',
    'import { api } from "../lib/api.ts";',
  ],
  [
    "sql-in-data",
    "features/notes/server/functions.ts",
    'import { sql } from "kysely";',
    'import type { Kysely } from "kysely";',
  ],
  ["sql-in-data", "server/http/api.ts", 'import pg from "pg";', 'import type { Pool } from "pg";'],
  [
    "visibility-in-one-place",
    "features/doses/server/data.ts",
    '.where("p.visibility", "=", "extended")',
    '.where(seesPlan("p", access)).select("p.visibility")',
  ],
  [
    "visibility-in-one-place",
    "features/updates/server/events.ts",
    "sql`(p.visibility = 'extended' or p.diary_id = d.id)`",
    'const isShared = plan.visibility === "extended" || { visibility: row.visibility };',
  ],
  [
    "visibility-in-one-place",
    "features/search/server/found.ts",
    'eb(\n  "visibility", "in", levels)',
    "const visibility = (row.visibility) ;",
  ],
  [
    "visibility-in-one-place",
    "server/sync/calls.ts",
    "sql`$" + "{sql.ref(`$" + "{alias}.visibility`)} <> 'private'`",
    "sql`jsonb_build_object('visibility', r.visibility)`",
  ],
  [
    "rights-by-question",
    "features/tasks/server/data.ts",
    'const a = getGrant(role, "tasks.see") === "no";',
    'const a = may(role, "tasks.see");',
  ],
  [
    "rights-by-question",
    "features/tasks/server/data.ts",
    'const a = ["owner", "admin"];',
    'const a = ["owner"];',
  ],
  [
    "rights-by-question",
    "features/tasks/server/data.ts",
    "const a = sql`role in ('owner', 'admin')`;",
    "const a = sql`role = any($1)`;",
  ],
];

describe("the structure rules", () => {
  it.each(CASES)("%s: catches it in %s: %s", (rule, path, bad, good) => {
    expect(brokenRules(path, bad)).toContain(rule);
    expect(brokenRules(path, good)).toEqual([]);
  });

  it.each([
    ["room-vocabulary", "features/notes/actions.ts", "features/notes/server/functions.ts"],
    ["room-vocabulary", "features/notes/data.ts", "features/notes/server/data.ts"],
    ["room-vocabulary", "features/notes/components/use-note.ts", "features/notes/client/use-note.ts"],
    ["room-vocabulary", "features/notes/client/note-card.tsx", "features/notes/components/note-card.tsx"],
    ["room-vocabulary", "features/notes/lib/a.ts", "features/notes/rules/filters.ts"],
    ["server-file-names", "server/db/start-error.ts", "server/db/start_error.ts"],
    ["server-file-names", "features/notes/server/note-data.ts", "features/notes/server/note_data.ts"],
    ["no-drawers", "features/notes/client/helpers.ts", "features/notes/client/note-draft.ts"],
    ["no-drawers", "lib/utils/time.ts", "lib/dates/time.ts"],
    ["no-drawers", "ui/index.ts", "ui/card.tsx"],
  ])("%s: catches the name %s", (rule, bad, good) => {
    expect(brokenRules(bad, "")).toContain(rule);
    expect(brokenRules(good, "")).toEqual([]);
  });

  it("size: catches 501 lines, but not in tests and generated files", () => {
    expect(brokenRules("server/a.ts", LONG)).toEqual(["size"]);
    expect(brokenRules("server/a.test.ts", LONG)).toEqual([]);
    expect(brokenRules("server/db/tables.ts", LONG)).toEqual([]);
  });

  it("visibility-in-one-place: catches an exception that isn't one any more", () => {
    const [exception] = VISIBILITY_EXCEPTIONS;
    expect(brokenRules(exception!, '.where("visibility", "=", "private")')).toEqual([]);
    expect(brokenRules(exception!, "")).toEqual(["visibility-in-one-place"]);
    expect(brokenRules("server/access/visibility.ts", "sql`n.visibility = 'team'`")).toEqual([]);
    expect([...VISIBILITY_EXCEPTIONS].filter((path) => !existsSync(path))).toEqual([]);
  });

  it("allow SQL in the modules for data", () => {
    expect(brokenRules("features/notes/server/data.ts", 'import { sql } from "kysely";')).toEqual([]);
    expect(brokenRules("server/db/database.ts", 'import { Pool } from "pg";')).toEqual([]);
  });

  it("no-circles: catches files that import each other, types and detours included", () => {
    const circle = new Map([
      ["lib/a.ts", 'import type { B } from "./b.ts";'],
      ["lib/b.ts", 'import { c } from "./c.ts";'],
      ["lib/c.ts", 'import { a } from "./a.ts";'],
      ["lib/d.ts", 'import { a } from "./a.ts";'],
    ]);
    const found = findViolations(circle);
    expect(found.map(({ rule, file, detail }) => [rule, file, detail])).toEqual([
      [NO_CIRCLES.name, "lib/a.ts", "is in a circle with lib/b.ts, lib/c.ts"],
    ]);
    circle.set("lib/c.ts", "");
    expect(findViolations(circle)).toEqual([]);
  });

  it("no-room-circles: names the fewest imports between rooms that import each other, and lets tests import", () => {
    const rooms = new Map([
      ["features/notes/rules.ts", 'import type { T } from "../tasks/schema.ts";'],
      ["features/tasks/schema.ts", 'import { v } from "../plans/rules.ts";'],
      ["features/tasks/rules.ts", 'import { v } from "../plans/schema.ts";'],
      ["features/plans/client/one.ts", 'import { a } from "../../notes/rules/one.ts";'],
      ["features/plans/client/two.ts", 'import { b } from "../../notes/rules/two.ts";'],
    ]);
    const detail = "imports features/tasks/schema.ts, so these rooms are in a circle: notes, plans, tasks";
    expect(findViolations(rooms)).toEqual([
      { rule: NO_ROOM_CIRCLES.name, why: NO_ROOM_CIRCLES.why, file: "features/notes/rules.ts", detail },
    ]);
    rooms.delete("features/notes/rules.ts");
    rooms.set("features/notes/rules.test.ts", 'import type { T } from "../tasks/schema.ts";');
    expect(findViolations(rooms)).toEqual([]);
  });

  it("have a test case and a reason each", () => {
    const shown = new Set([
      ...CASES.map(([rule]) => rule),
      "room-vocabulary",
      "server-file-names",
      "no-drawers",
      "size",
    ]);
    expect([...shown].sort()).toEqual(RULES.map(({ name }) => name).sort());
    for (const { why } of RULES) expect(why).toMatch(/\w.+\.$/);
  });
});

describe("the built client", () => {
  it("passes without server code and fails with it", () => {
    expect(findServerCode(new Map([["a.js", 'console.log("care diary")']]))).toEqual([]);
    expect(findServerCode(new Map([["a.js", 'import("node:fs")']]))).toHaveLength(1);
  });

  it.each([
    ["kysely", "kysely", "migration/migrator.js"],
    ["pg", "pg", "crypto/sasl.js"],
    ["graphile-worker", "graphile-worker", "config.js"],
    ["nodemailer", "nodemailer", "nodemailer.js"],
    ["better-auth", "better-auth", "api/routes/sign-up.mjs"],
  ])("is searched for a text that %s really contains", async (packageName, name, file) => {
    const entry = createRequire(import.meta.url).resolve(name);
    const text = await readFile(join(dirname(entry), file), "utf8");
    expect(SERVER_MARKERS.find((marker) => marker.packageName === packageName)!.text.test(text)).toBe(true);
  });
});

function brokenRules(path: string, text: string): string[] {
  return [...new Set(findViolations(new Map([[path, text]])).map(({ rule }) => rule))];
}

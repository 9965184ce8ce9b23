import { describe, expect, it } from "vitest";
import { browserSpecsOf, testsOf } from "./related.ts";

const sources = new Map([
  ["lib/dates/time.ts", ""],
  ["lib/dates/time.test.ts", 'import { DAY } from "./time.ts";'],
  ["features/notes/rules.ts", 'import { DAY } from "../../lib/dates/time.ts";'],
  ["features/notes/rules.test.ts", 'import { A } from "./rules.ts";'],
  ["features/notes/server/functions.ts", 'import { A } from "../rules.ts";'],
  ["features/notes/server/functions.test.ts", 'import { startService } from "../../../test/service.ts";'],
  ["features/tasks/rules.test.ts", 'import type { A } from "../notes/rules.ts";'],
  ["registry/functions.ts", 'import { f } from "../features/notes/server/functions.ts";'],
  ["test/service.ts", 'import { functions } from "../registry/functions.ts";'],
  ["server/sync/server.test.ts", 'import { startService } from "../../test/service.ts";'],
  ["e2e/notes.spec.ts", ""],
  ["e2e/back.spec.ts", ""],
]);

const testsFor = (...changed: string[]) => testsOf(sources, { changed, rooms: [] });

describe("the tests to run for a change", () => {
  it("are those of its room, and those that import it other than through the registry", () => {
    const notesTests = ["features/notes/rules.test.ts", "features/notes/server/functions.test.ts"];
    expect(testsFor("features/notes/rules.ts")).toEqual(notesTests);
    expect(testsFor("lib/dates/time.ts")).toEqual(["features/notes/rules.test.ts", "lib/dates/time.test.ts"]);
    expect(testsOf(sources, { changed: [], rooms: ["notes"] })).toEqual(notesTests);
  });

  it("are all that use a changed test helper", () => {
    expect(testsFor("test/service.ts")).toEqual([
      "features/notes/server/functions.test.ts",
      "server/sync/server.test.ts",
    ]);
  });

  it("are none for a file that no test imports", () => {
    expect(testsFor("docs/architecture.md", "README.md")).toEqual([]);
  });

  it("are browser specs when they or their rooms changed", () => {
    const specsFor = (changed: string[], rooms: string[] = []) => browserSpecsOf(sources, { changed, rooms });
    expect(specsFor(["e2e/back.spec.ts"], ["notes", "tasks"])).toEqual([
      "e2e/back.spec.ts",
      "e2e/notes.spec.ts",
    ]);
    expect(specsFor(["lib/dates/time.ts"])).toEqual([]);
  });
});

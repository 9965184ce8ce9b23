import { expect, it } from "vitest";
import { countChances, findNewChances } from "./chance.ts";

const files = new Map([
  [
    "features/a/a.test.ts",
    `await sleep(5); Date.now(); const x = ${"Math"}.random(); db.query('select now()');`,
  ],
  ["features/a/a.ts", `${"Math"}.random()`],
  ["e2e/b.spec.ts", "await page.waitForTimeout(50);"],
  // Both clocks are the test's own.
  ["features/c/c.test.ts", "const start = beginAt(); Date.now(); clock.now(); query('select now()');"],
]);

it("counts what tests leave to chance, by file, and nothing of the product", () => {
  expect(countChances(files)).toEqual({
    "waits for real time": { "features/a/a.test.ts": 1 },
    "waits in the browser": { "e2e/b.spec.ts": 1 },
    "measures time": {},
    "reads the machine's clock": { "features/a/a.test.ts": 1 },
    "reads PostgreSQL's clock": { "features/a/a.test.ts": 1 },
    "chooses without the seed": { "features/a/a.test.ts": 1 },
  });
});

it("refuses more than the list allows, and a list that is longer than it needs to be", () => {
  const allowed = countChances(files);
  expect(findNewChances(allowed, allowed)).toEqual([]);
  const more = countChances(new Map([...files, ["test/c.ts", "sleep(1); sleep(2)"]]));
  expect(findNewChances(more, allowed)).toMatchObject([{ file: "test/c.ts", detail: "2 times, at most 0" }]);
  expect(findNewChances(allowed, more)).toMatchObject([
    { file: "test/c.ts", detail: "waits for real time 0 times, the list says 2" },
  ]);
});

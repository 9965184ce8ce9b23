import { expect, it } from "vitest";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { listLevelsWithin, narrow } from "./rules.ts";

it("a comment's visibility is never wider than its note's", () => {
  expect(listLevelsWithin("extended")).toEqual(["extended", "team", "private"]);
  expect(listLevelsWithin("team")).toEqual(["team", "private"]);
  expect(listLevelsWithin("private")).toEqual(["private"]);
  for (const a of VISIBILITIES) {
    for (const b of VISIBILITIES) expect(listLevelsWithin(a).includes(narrow(a, b))).toBe(true);
  }
});

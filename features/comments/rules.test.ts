import { expect, it } from "vitest";
import { VISIBILITIES } from "../notes/rules.ts";
import { levelsWithin, narrower } from "./rules.ts";

it("a comment's visibility is never wider than its note's", () => {
  expect(levelsWithin("extended")).toEqual(["extended", "team", "private"]);
  expect(levelsWithin("team")).toEqual(["team", "private"]);
  expect(levelsWithin("private")).toEqual(["private"]);
  for (const a of VISIBILITIES) {
    for (const b of VISIBILITIES) expect(levelsWithin(a).includes(narrower(a, b))).toBe(true);
  }
});

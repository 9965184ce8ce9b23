import { expect, it } from "vitest";
import { counted } from "./counted.ts";

it.each([
  [0, "0 notes"],
  [1, "1 note"],
  [2, "2 notes"],
])("WORK-233 WORK-235 %i is worded %s", (count, words) => {
  expect(counted(count, "note")).toBe(words);
});

it("takes a plural of its own", () => {
  expect(counted(2, "person", "people")).toBe("2 people");
});

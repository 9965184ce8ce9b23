import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { counted } from "./counted.ts";

it.each([
  [0, "0 notes"],
  [1, "1 note"],
  [2, "2 notes"],
])("%i is worded %s", { tags: spec("WORK-233 WORK-235") }, (count, words) => {
  expect(counted(count, "note")).toBe(words);
});

it("takes a plural of its own", () => {
  expect(counted(2, "person", "people")).toBe("2 people");
});

import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { pluralize } from "./pluralize.ts";

it.each([
  [0, "note", "0 notes"],
  [1, "note", "1 note"],
  [2, "note", "2 notes"],
  [1, "member", "1 member"],
  [2, "member", "2 members"],
])('writes %i of "%s" as "%s"', { tags: spec("WORK-233 WORK-235") }, (count, noun, words) => {
  expect(pluralize(count, noun)).toBe(words);
});

it("uses an irregular plural when one is given", () => {
  expect(pluralize(2, "person", "people")).toBe("2 people");
});

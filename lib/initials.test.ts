import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { getInitials } from "./initials.ts";

it.each([
  ["Rosa Blum", "RB"],
  ["rosa", "R"],
  ["Anna Maria Keller", "AM"],
  ["  élise   ørsted ", "ÉØ"],
  ["𝒜nna", "𝒜"],
])("the initials of %j are %s", { tags: spec("CORE-662") }, (name, letters) => {
  expect(getInitials(name)).toBe(letters);
});

it.each([[""], ["   "], [null], [undefined]])(
  "shows ? for a missing name (%j)",
  { tags: spec("WORK-948") },
  (name) => {
    expect(getInitials(name)).toBe("?");
  },
);

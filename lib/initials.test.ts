import { expect, it } from "vitest";
import { initials } from "./initials.ts";

it.each([
  ["Rosa Blum", "RB"],
  ["rosa", "R"],
  ["Anna Maria Keller", "AM"],
  ["  élise   ørsted ", "ÉØ"],
  ["𝒜nna", "𝒜"],
])("CORE-662 the initials of %j are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it.each([[""], ["   "], [null], [undefined]])("WORK-948 without a name (%j) it is ?", (name) => {
  expect(initials(name)).toBe("?");
});

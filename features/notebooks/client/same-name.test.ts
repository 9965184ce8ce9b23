import { expect, it } from "vitest";
import { isSameName } from "./same-name.ts";

it.each([
  ["Rosa Blum's Care Notebook", "Rosa Blum's Care Notebook", true],
  // As a phone's keyboard writes it.
  [" Rosa Blum’s Care Notebook ", "Rosa Blum's Care Notebook", true],
  ['The “old"  one', 'The "old" one', true],
  ["Rosa at home", "Rosa  at home", true],
  ["rosa blum's care notebook", "Rosa Blum's Care Notebook", false],
  ["Rosa", "Rosa Blum's Care Notebook", false],
  ["", "Rosa", false],
])("“%s” confirms “%s”: %s", (typed, name, isSame) => {
  expect(isSameName(typed, name)).toBe(isSame);
});

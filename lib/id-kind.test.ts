import { expect, it } from "vitest";
import { idKind } from "./id-kind.ts";

it.each([
  ["abc234", "short"],
  ["01a1fd8e-2f97-7534-966e-036b2bd9032c", "full"],
  ["abc23", null],
  ["abc2345", null],
  ["ABC234", null],
  ["members", null],
  ["", null],
] as const)("CORE-029 %j is %s", (id, kind) => {
  expect(idKind(id)).toBe(kind);
});

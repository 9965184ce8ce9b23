import { v4, v7, validate, version } from "uuid";
import { describe, expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { createId, getIdKind, isFullId, isShortId, SHORT_ID_ALPHABET } from "./ids.ts";

describe("ids in addresses", () => {
  it.each(["abc234", "zzzzzz", "222222"])(
    "%s is a short id",
    { tags: spec("CORE-023 CORE-025 CORE-029") },
    (id) => {
      expect([isShortId(id), isFullId(id)]).toEqual([true, false]);
    },
  );

  it.each([
    "abc23",
    "abc2345",
    "abc23i",
    "abc23l",
    "abc23o",
    "abc230",
    "abc231",
    "ABC234",
    "abc 34",
    "abc234\n",
    "",
  ])("%j isn't a short id", { tags: spec("CORE-029") }, (id) => {
    expect(isShortId(id)).toBe(false);
  });

  it("full ids are lower-case UUIDs", { tags: spec("CORE-024 CORE-026") }, () => {
    for (const id of [v4(), v7()]) {
      expect([isFullId(id), isShortId(id)]).toEqual([true, false]);
      expect(isFullId(id.toUpperCase())).toBe(false);
      expect(isFullId(`{${id}}`)).toBe(false);
      expect(isFullId(`${id}\n`)).toBe(false);
    }
  });

  it("short ids are made of 31 different characters", () => {
    expect(new Set(SHORT_ID_ALPHABET).size).toBe(31);
  });
});

it.each([
  ["abc234", "short"],
  ["01a1fd8e-2f97-7534-966e-036b2bd9032c", "full"],
  ["abc23", null],
  ["abc2345", null],
  ["ABC234", null],
  ["members", null],
  ["", null],
] as const)("recognizes the kind of the id %j as %s", { tags: spec("CORE-029") }, (id, kind) => {
  expect(getIdKind(id)).toBe(kind);
});

it("makes each new id a unique UUID of version 7, of its millisecond", () => {
  const ids = Array.from({ length: 1000 }, () => createId());
  expect(new Set(ids).size).toBe(1000);
  expect(ids.filter((id) => !validate(id) || version(id) !== 7 || !isFullId(id))).toEqual([]);
  const at = Date.UTC(2026, 10, 29, 9, 30, 0, 123);
  expect(createId(at).slice(0, 13)).toBe(v7({ msecs: at }).slice(0, 13));
  expect(createId(at) < createId(at + 1)).toBe(true);
});

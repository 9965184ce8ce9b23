import { expect, it } from "vitest";
import { type KeptDose, upgradeKeptDose } from "./kept-doses.ts";

it("reads entries that an earlier version kept on the device", () => {
  const given = { amount: 1, givenAt: 5, note: "", seen: [] };
  const kept: KeptDose = { entryId: "one", diaryId: "two", planId: "three", slot: null, args: given };
  const upgraded = { ...kept, name: "", kind: "give" };
  expect(upgradeKeptDose({ ...kept, say: "give" })).toEqual(upgraded);
  expect(upgradeKeptDose({ ...kept, kind: "give", ...{ conflicts: null, isKept: true } })).toEqual(upgraded);
});

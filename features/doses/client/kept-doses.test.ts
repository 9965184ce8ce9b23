import { expect, it } from "vitest";
import { upgradeKeptDose } from "./kept-doses.ts";

it("reads entries that an earlier version kept on the device", () => {
  const kept = { entryId: "one", slot: null, args: { amount: 1, seen: [] } };
  expect(upgradeKeptDose({ ...kept, say: "give" })).toEqual({ ...kept, kind: "give" });
  expect(upgradeKeptDose({ ...kept, kind: "record" })).toEqual({ ...kept, kind: "record" });
});

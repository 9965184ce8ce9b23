import "fake-indexeddb/auto";
import { afterEach, expect, it, vi } from "vitest";
import { storePerson } from "../../../lib/browser-store.ts";
import { KeptResults } from "./kept-results.ts";

afterEach(() => vi.unstubAllGlobals());

const DAY = 86_400_000;
const KEY = "notes:getNote []";

it("keeps results for 30 days without the server, or for as many as the person has chosen on this device", async () => {
  const texts = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  });
  const openOn = async (day: number) => (await KeptResults.open("anna", () => day * DAY))!;
  const keepOn = async (day: number) => {
    const kept = await openOn(day);
    await kept.write(new Map([[KEY, { text: "Slept until six." }]]));
    kept.close();
  };
  const isKeptOn = async (day: number) => {
    const kept = await openOn(day);
    const found = await kept.read([KEY]);
    kept.close();
    return found.size === 1;
  };
  await keepOn(0);
  expect([await isKeptOn(30), await isKeptOn(31)]).toEqual([true, false]);
  for (const keptDays of [90, 400]) {
    storePerson("anna", { keptDays });
    await keepOn(0);
    expect([await isKeptOn(keptDays), await isKeptOn(keptDays + 1)]).toEqual([true, false]);
  }
  // Nothing else can be chosen.
  storePerson("anna", { keptDays: 100_000 });
  await keepOn(0);
  expect(await isKeptOn(31)).toBe(false);
});

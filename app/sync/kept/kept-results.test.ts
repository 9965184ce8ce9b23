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

it("keeps a small picture as long as its note's list of files has it, and none of a notebook that no device may keep", async () => {
  const kept = (await KeptResults.open("ben"))!;
  const notebooks = ["open", "closed"].map((_id) => ({
    _id,
    userRole: "member",
    isKeptOnDevices: _id === "open",
  }));
  const keepFiles = (diaryId: string, noteId: string, ...files: string[]) => {
    const toToken = (udfPath: string) => JSON.stringify({ udfPath, args: { noteId } });
    const answers = [
      [toToken("notes:getNote"), { _id: noteId, diaryId }],
      [toToken("attachments:listAttachments"), files.map((_id) => ({ _id, diaryId, noteId }))],
    ] as const;
    return kept.keep(answers, notebooks, () => answers);
  };
  const picture = new Blob([Uint8Array.of(0, 127, 128, 255)], { type: "image/webp" });
  const ids = ["heel", "hand", "face", "unknown"];
  await keepFiles("open", "walk", "heel", "hand");
  await keepFiles("closed", "visit", "face");
  await kept.keepPictures(new Map(ids.map((id) => [id, picture])));
  const listKept = async () => {
    const found = await Promise.all(ids.map(async (id) => ((await kept.readPicture(id)) ? id : null)));
    const known = await Promise.all(ids.map((id) => kept.hasPicture(id)));
    expect(known).toEqual(found.map((id) => id !== null));
    return found.filter((id) => id !== null);
  };
  expect(await listKept()).toEqual(["heel", "hand"]);
  const read = (await kept.readPicture("heel"))!;
  expect([read.type, await read.bytes()]).toEqual([picture.type, await picture.bytes()]);
  await keepFiles("open", "walk", "hand");
  expect(await listKept()).toEqual(["hand"]);
  kept.close();
});

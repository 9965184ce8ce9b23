import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../root.ts";
import { writeManifest } from "./manifest.ts";

it("writes the names and the description of the installed app in a language", async () => {
  const english = JSON.parse(await readFile(join(ROOT, "public", "manifest.webmanifest"), "utf8"));
  expect(JSON.parse(writeManifest("en"))).toEqual(english);
  const german = JSON.parse(writeManifest("de"));
  expect(german).toMatchObject({ lang: "de", id: english.id, start_url: english.start_url });
  expect(german.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    "Notiz schreiben",
    "Gaben",
    "Aufgaben",
  ]);
  expect(JSON.parse(writeManifest("ar")).dir).toBe("rtl");
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { t } from "../../lib/words/t.ts";
import { ROOT } from "../root.ts";
import { getReaderLanguage, runInLanguage } from "./texts.ts";

type Manifest = { shortcuts: { url: string }[] };

/** Writes the manifest of the installed app in a language; the English one is public/manifest.webmanifest. */
export function writeManifest(language: string): string {
  const english: Manifest = JSON.parse(readFileSync(join(ROOT, "public", "manifest.webmanifest"), "utf8"));
  return runInLanguage(language, () => {
    const shortcuts = [
      { name: t("manifest.writeNote"), short_name: t("manifest.write") },
      { name: t("manifest.doses") },
      { name: t("manifest.tasks") },
    ];
    return JSON.stringify({
      ...english,
      description: t("manifest.description"),
      lang: language,
      ...(getReaderLanguage().direction === "rtl" && { dir: "rtl" }),
      shortcuts: english.shortcuts.map((shortcut, index) => ({ ...shortcut, ...shortcuts[index] })),
    });
  });
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { ROOT } from "../root.ts";

/** The sources of a build; paths are from the project's folder, with `/`. */
export type Sources = {
  /** Folders whose files it depends on, without tests. */
  folders: readonly string[];
  /** Single files; adding a missing one changes the hash. */
  files: readonly string[];
  /** Whether it depends on this file of its folders. */
  includes(path: string): boolean;
};

/**
 * One hash of the names and contents of all files that a build depends on. It reads them one after the other, which
 * takes a quarter of the time of a thousand reads at once.
 */
export function computeHash({ folders, files, includes }: Sources): string {
  const found = folders
    .flatMap(listSourceFiles)
    .filter((path) => !/\.test\.tsx?$/.test(path) && includes(path));
  const hash = createHash("sha256");
  for (const path of [...files.filter((path) => existsSync(join(ROOT, path))), ...found].sort()) {
    const content = readFileSync(join(ROOT, path));
    hash.update(`${path}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest("hex");
}

/** The paths of all files below a folder, from the project's folder and with `/`. */
const listSourceFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(ROOT.length + 1)
        .split(sep)
        .join("/"),
    );

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** A declaration with a side of the screen instead of one of the line: it stays where it is in Arabic. */
const PHYSICAL =
  /^\s*(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b[\w-]*|left|right)\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b|^\s*(?:margin|padding|inset)\s*:\s*(\S+)\s+(\S+)\s+(\S+)\s+(?!\2;)[^\s;]+;/;

/** Files whose places are those of a picture or of a table in English. */
const EXCEPTIONS = [
  "features/attachments/components/picture-viewer.module.css",
  "features/attachments/components/zoom-controls.module.css",
  "features/admin/components/table-view.module.css",
];

it("styles name the sides of a line, not of the screen, so that right-to-left languages are mirrored", async () => {
  const found: string[] = [];
  for (const directory of ["app", "features", "ui"])
    for (const name of await readdir(join(ROOT, directory), { recursive: true })) {
      const path = `${directory}/${name}`;
      if (!name.endsWith(".css") || EXCEPTIONS.includes(path)) continue;
      const lines = (await readFile(join(ROOT, path), "utf8")).split("\n");
      found.push(...lines.filter((line) => PHYSICAL.test(line)).map((line) => `${path}: ${line.trim()}`));
    }
  expect(found).toEqual([]);
});

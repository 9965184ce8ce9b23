// Measures how the code reads: `npm run house` prints all, `npm run house -- casts` the places of one. As part of
// `npm run check` (`--check`) no count may be above that in house/most.json; `--write` lowers them to what is measured.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measureHouse } from "./house/measures.ts";

const ROOT = join(import.meta.dirname, "..");
const MOST = join(import.meta.dirname, "house/most.json");

const files = new Map<string, string>();
for (const directory of ["app", "features", "registry", "ui", "lib", "server"])
  for (const name of (await readdir(join(ROOT, directory), { recursive: true })).sort())
    if (/\.tsx?$/.test(name))
      files.set(`${directory}/${name}`, await readFile(join(ROOT, directory, name), "utf8"));

const measures = measureHouse(files);
const most: Record<string, number> = JSON.parse(await readFile(MOST, "utf8").catch(() => "{}"));
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

if (process.argv.includes("--write")) {
  const lowered = Object.entries(measures).map(([name, { count }]) => [
    name,
    Math.min(count, most[name] ?? count),
  ]);
  await writeFile(MOST, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
} else if (process.argv.includes("--check")) {
  const above = Object.entries(measures).filter(([name, { count }]) => count > (most[name] ?? 0));
  for (const [name, { count }] of above)
    console.log(`${name}: ${count}, at most ${most[name] ?? 0} (\`npm run house -- "${name}"\` lists them)`);
  console.log(`House: ${files.size} files, ${above.length} measures above their limit`);
  process.exitCode = above.length > 0 ? 1 : 0;
} else if (asked.length > 0) {
  for (const name of asked) for (const place of measures[name]?.places ?? []) console.log(place);
} else {
  for (const [name, { count, shown, goal }] of Object.entries(measures))
    console.log(
      `${name.padEnd(42)}${String(count).padStart(6)}  ${(shown ?? "").padEnd(24)} goal: ${goal ?? ""}`,
    );
}

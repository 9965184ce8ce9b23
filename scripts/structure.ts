// Checks the layout that docs/architecture.md describes, and what tests leave to chance; `--client` checks the built client
// instead, `--chances` writes the list of what tests may leave to chance.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { countChances, findNewChances } from "./structure/chance.ts";
import { findServerCode } from "./structure/client.ts";
import { findViolations, type Violation } from "./structure/rules.ts";

const ROOT = join(import.meta.dirname, "..");
const CHANCES = join(import.meta.dirname, "structure/chances.json");

async function read(directories: string[], name: RegExp): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const directory of directories) {
    const entries = await readdir(join(ROOT, directory), { recursive: true }).catch(() => []);
    for (const entry of entries.sort()) {
      if (name.test(entry))
        files.set(`${directory}/${entry}`, await readFile(join(ROOT, directory, entry), "utf8"));
    }
  }
  return files;
}

function print(violations: Violation[]): void {
  for (const rule of new Set(violations.map((violation) => violation.rule))) {
    const ofRule = violations.filter((violation) => violation.rule === rule);
    console.log(`${rule}: ${ofRule[0]!.why}`);
    for (const { file, detail } of ofRule) console.log(`  ${file} ${detail}`);
  }
}

const checksClient = process.argv.includes("--client");
const files = checksClient
  ? await read(["dist/client"], /\.js$/)
  : await read(
      ["app", "features", "registry", "ui", "lib", "server", "scripts", "test", "e2e", "bench", "packaging"],
      /\.tsx?$/,
    );
if (files.size === 0) {
  console.log(checksClient ? "There is no built client: run `npm run build` first." : "There are no files.");
  process.exit(1);
}
if (process.argv.includes("--chances")) {
  await writeFile(CHANCES, `${JSON.stringify(countChances(files), null, 2)}\n`);
  process.exit(0);
}
const violations = checksClient
  ? findServerCode(files)
  : [
      ...findViolations(files),
      ...findNewChances(countChances(files), JSON.parse(await readFile(CHANCES, "utf8"))),
    ];
print(violations);
console.log(`Structure: ${files.size} files, ${violations.length} violations`);
process.exit(violations.length > 0 ? 1 : 0);

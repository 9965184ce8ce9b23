// Lists which checklist lines of the specification are cited by a test, and tests that cite many. `--summary` omits the
// lines themselves.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readChecklist } from "./spec/checklist.ts";
import { listCiting } from "./spec/citations.ts";

const ROOT = join(import.meta.dirname, "..");
const CHECKLISTS = { "care-core": "checklist-care-core.md", workspace: "checklist-workspace.md" };
const TESTS = /\.(test|spec)\.tsx?$/;

/** A test that cites more lines than this may have expectations for only some of them. */
const MANY = 10;

/** By line the files that cite it; and the tests that cite more than `MANY`. */
async function readCitations() {
  const cited = new Map<string, string[]>();
  const crowded: { path: string; title: string; count: number }[] = [];
  for (const directory of [
    "app",
    "features",
    "registry",
    "ui",
    "lib",
    "server",
    "test",
    "scripts",
    "e2e",
    "bench",
  ]) {
    const names = await readdir(join(ROOT, directory), { recursive: true }).catch(() => []);
    for (const name of names.filter((candidate) => TESTS.test(candidate))) {
      const path = `${directory}/${name}`;
      for (const { title, ids } of listCiting(path, await readFile(join(ROOT, path), "utf8"))) {
        for (const id of ids) cited.set(id, [...new Set([...(cited.get(id) ?? []), path])]);
        if (ids.size > MANY) crowded.push({ path, title, count: ids.size });
      }
    }
  }
  return { cited, crowded: crowded.sort((a, b) => b.count - a.count) };
}

const isSummary = process.argv.includes("--summary");
const { cited, crowded } = await readCitations();
const known = new Set<string>();
const total = { lines: 0, shown: 0 };

for (const [name, file] of Object.entries(CHECKLISTS)) {
  const lines = readChecklist(await readFile(join(ROOT, "docs", "spec", file), "utf8"));
  for (const { id } of lines) known.add(id);
  // Open points have no text to test; docs/spec/decisions.md answers them.
  const testable = lines.filter(({ tag }) => tag !== "open");
  console.log(`\n${name}`);
  for (const section of new Set(testable.map((line) => line.section))) {
    const ofSection = testable.filter((line) => line.section === section);
    const missing = ofSection.filter(({ id }) => !cited.has(id));
    const shown = ofSection.length - missing.length;
    total.lines += ofSection.length;
    total.shown += shown;
    const percent = Math.floor((100 * shown) / ofSection.length);
    console.log(
      `${String(percent).padStart(4)} %  ${String(shown).padStart(3)} of ${String(ofSection.length).padStart(3)}  ${section}`,
    );
    if (!isSummary) for (const { id, text } of missing) console.log(`          ${id} ${text}`);
  }
}

console.log(`\n${total.shown} of ${total.lines} lines are cited by a test`);
console.log(`${crowded.length} tests cite more than ${MANY} lines`);
for (const { path, title, count } of isSummary ? [] : crowded)
  console.log(`${String(count).padStart(4)}  ${path}  ${title}`);
const unknown = [...cited].filter(([id]) => !known.has(id));
for (const [id, paths] of unknown) console.log(`Unknown line ${id}, cited in ${paths.join(", ")}`);
process.exit(unknown.length > 0 ? 1 : 0);

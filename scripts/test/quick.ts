// A quick check of a change: `npm run test:quick` for what differs from main, `npm run test:quick -- notes` for a
// room. `npm test` checks everything.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT, ensureBuilt } from "../../server/build/build.ts";
import { changedFiles } from "./changed.ts";
import { ensureChromium } from "./chromium.ts";
import { browserSpecsOf, roomsOf, testsOf } from "./related.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const FOLDERS = [
  "app",
  "features",
  "registry",
  "ui",
  "lib",
  "server",
  "scripts",
  "test",
  "e2e",
  "bench",
  "packaging",
];

process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules/.cache/compiled");
const bin = (name: string) => join(ROOT, "node_modules", ".bin", name);

type Step = { name: string; ok: boolean; seconds: number };
const steps: Step[] = [];
const begin = Date.now();

/** Runs a program; prints its output when it has ended, so that several programs may run at the same time. */
async function step(name: string, program: string, args: string[]): Promise<void> {
  const from = Date.now();
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (piece) => (output += piece));
  child.stderr.on("data", (piece) => (output += piece));
  const [code] = (await once(child, "close")) as [number | null];
  steps.push({ name, ok: code === 0, seconds: (Date.now() - from) / 1000 });
  console.log(`\n━━ ${name} ${"━".repeat(Math.max(0, 70 - name.length))}\n${output.trimEnd()}`);
}

const rooms = await readdir(join(ROOT, "features"));
const requestedRooms = process.argv.slice(2);
const unknown = requestedRooms.filter((name) => !rooms.includes(name));
if (unknown.length > 0) {
  console.log(`There is no room ${unknown.join(", ")}; there are ${rooms.join(", ")}.`);
  process.exit(1);
}

const sources = new Map<string, string>();
for (const folder of FOLDERS) {
  for (const entry of await readdir(join(ROOT, folder), { recursive: true })) {
    if (/\.tsx?$/.test(entry))
      sources.set(`${folder}/${entry}`, await readFile(join(ROOT, folder, entry), "utf8"));
  }
}
const changed = requestedRooms.length > 0 ? [] : await changedFiles(ROOT);
const tests = testsOf(sources, { changed, rooms: requestedRooms });
const specs = browserSpecsOf(sources, {
  changed,
  rooms: requestedRooms.length > 0 ? requestedRooms : roomsOf(changed),
});
console.log(
  `${requestedRooms.length > 0 ? `Rooms: ${requestedRooms.join(", ")}` : `${changed.length} changed files`}; ` +
    `${tests.length} test files, ${specs.length} browser specs`,
);

const linted = changed.filter((file) => /\.(tsx?|css|json|html)$/.test(file));
await Promise.all([
  step("Types", bin("tsc"), ["--incremental", "--tsBuildInfoFile", "node_modules/.cache/quick.tsbuildinfo"]),
  (async () => {
    const check = ["check", "--error-on-warnings", "--no-errors-on-unmatched"];
    const folders = requestedRooms.map((room) => `features/${room}`);
    if (linted.length + folders.length > 0)
      await step("Lint and format", bin("biome"), [...check, ...linted, ...folders]);
    await step("Structure", process.execPath, [join(ROOT, "scripts/structure.ts")]);
  })(),
]);
if (tests.length > 0) await step("Units", bin("vitest"), ["run", ...tests]);
if (specs.length > 0) {
  await ensureBuilt(CLIENT);
  process.env.CHROMIUM_PATH = ensureChromium();
  await step("Browser", bin("playwright"), [
    "test",
    "--reporter=list",
    "--output=test-results/quick",
    ...specs,
  ]);
}

console.log(`\n━━ Summary ${"━".repeat(63)}`);
for (const { name, ok, seconds } of steps)
  console.log(`${ok ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s)`);
console.log(`${((Date.now() - begin) / 1000).toFixed(0)} seconds; npm test runs everything`);
process.exit(steps.every(({ ok }) => ok) ? 0 : 1);

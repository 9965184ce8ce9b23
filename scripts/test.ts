// All checks that must pass before a change is merged, the cheapest first.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT, ensureBuilt } from "../server/build/build.ts";
import { SEED } from "../test/random.ts";
import { ensureChromium } from "./test/chromium.ts";
import {
  type Counts,
  type Failure,
  failedTitles,
  failures,
  playwrightCounts,
  playwrightFailures,
  playwrightTimes,
  slowest,
  type Timed,
  vitestCounts,
  vitestFailures,
  vitestTimes,
} from "./test/counts.ts";
import { ensureDebianPrograms } from "./test/debian-programs.ts";

const ROOT = join(import.meta.dirname, "..");
const RESULTS = join(ROOT, "test-results");
const UNIT_REPORT = join(RESULTS, "unit.json");
const BROWSER_REPORT = join(RESULTS, "browser.json");

type Step = { name: string; run: () => Promise<boolean> };
type Check = { name: string; command: [program: string, ...args: string[]] };

/** What waits for nothing else. These run beside the units, which leave a third of the processor idle. */
const CHECKS: Check[] = [
  { name: "Types", command: [bin("tsc")] },
  { name: "Lint and format", command: [bin("biome"), "check", "--error-on-warnings"] },
  { name: "Structure", command: [process.execPath, "scripts/structure.ts"] },
  { name: "House", command: [process.execPath, "scripts/house.ts", "--check"] },
  { name: "Languages", command: [process.execPath, "scripts/languages.ts", "--check"] },
  { name: "Citations of the specification", command: [process.execPath, "scripts/spec.ts", "--summary"] },
];

/** What needs the processor, or what came before; one after the other. */
const STEPS: Step[] = [
  {
    name: "Units, functions and servers on real PostgreSQL",
    run: () => {
      ensureDebianPrograms();
      return execute(
        bin("vitest"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${UNIT_REPORT}`,
      );
    },
  },
  {
    name: "Build",
    run: async () => {
      await ensureBuilt(CLIENT);
      return execute(process.execPath, "scripts/structure.ts", "--client");
    },
  },
  {
    name: "Browser",
    run: async () => {
      process.env.CHROMIUM_PATH = ensureChromium();
      process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = BROWSER_REPORT;
      return execute(bin("playwright"), "test", "--reporter=list,json", "--output=test-results/browser");
    },
  },
];

// V8's compiled code of the packages is cached for the hundreds of processes of a run: it saves a fifth of the time
// of small tests.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, "node_modules/.cache/compiled");

console.log(`Random choices with SEED=${SEED}`);
const begin = Date.now();
await rm(RESULTS, { recursive: true, force: true });
await mkdir(RESULTS, { recursive: true });
const outcomes: { name: string; ok: boolean; seconds: number }[] = [];
const checks = allChecks();
for (const step of STEPS) {
  console.log(heading(step.name));
  await finish(step);
}
await checks;

console.log(`\n━━ Summary ${"━".repeat(63)}`);
for (const { name, ok, seconds } of outcomes) {
  console.log(`${ok ? "ok    " : "FAILED"}  ${name} (${seconds.toFixed(1)} s)`);
}
const failed: Failure[] = [];
const counts = [
  await printCounts("unit", UNIT_REPORT, vitestCounts, vitestTimes, vitestFailures),
  await printCounts("browser", BROWSER_REPORT, playwrightCounts, playwrightTimes, playwrightFailures),
];
// Last, because often only the end of the output is kept; and the names after all errors.
for (const [title, lines] of [
  ["Errors", failures(failed)],
  ["Failed tests", failedTitles(failed)],
] as const) {
  if (failed.length > 0) console.log(`\n${title}:`);
  for (const line of lines) console.log(line.replaceAll(`${ROOT}/`, ""));
}
console.log(`${((Date.now() - begin) / 60_000).toFixed(1)} minutes`);
const failedSteps = outcomes.filter(({ ok }) => !ok).length;
if (counts.every((count) => count !== null)) {
  const sum = (of: keyof Counts) => counts.reduce((total, count) => total + count[of], 0);
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exit(failedSteps > 0 || sum("failed") > 0 || sum("passed") === 0 ? 1 : 0);
}
process.exit(1);

/** One check at a time, so that the units keep most of the processor. */
async function allChecks(): Promise<void> {
  for (const { name, command } of CHECKS) await finish({ name, run: () => quietly(name, ...command) });
}

async function finish({ name, run }: Step): Promise<void> {
  const from = Date.now();
  const ok = await run().catch((error: Error) => {
    console.log(error.message);
    return false;
  });
  outcomes.push({ name, ok, seconds: (Date.now() - from) / 1000 });
}

async function printCounts<Report>(
  name: string,
  file: string,
  count: (report: Report) => Counts,
  times: (report: Report) => Timed[],
  failuresOf: (report: Report) => Failure[],
): Promise<Counts | null> {
  try {
    const report: Report = JSON.parse(await readFile(file, "utf8"));
    const found = count(report);
    failed.push(...failuresOf(report));
    console.log(`\nThe slowest ${name} tests:`);
    for (const line of slowest(times(report))) console.log(line.replace(`${ROOT}/`, ""));
    console.log(`${name}: ${found.passed} passed, ${found.failed} failed, ${found.skipped} skipped`);
    return found;
  } catch {
    console.log(`${name}: not counted, because its report is missing`);
    return null;
  }
}

function heading(name: string): string {
  return `\n━━ ${name} ${"━".repeat(Math.max(0, 70 - name.length))}`;
}

function bin(name: string): string {
  return join(ROOT, "node_modules", ".bin", name);
}

async function execute(program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}

/** Runs a program beside others: its output comes in one piece when it has ended. */
async function quietly(name: string, program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  const [code] = (await once(child, "close")) as [number | null];
  console.log(`${heading(name)}\n${Buffer.concat(output)}`);
  return code === 0;
}

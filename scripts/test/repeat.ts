// `npm run test:repeat -- <file or folder> [times]` runs tests again and again beside two busy processes, each time with
// another seed, and says how often each failed. A test that failed once isn't ready to land.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../server/root.ts";
import { ensureChromium } from "./chromium.ts";
import {
  type Failure,
  playwrightCounts,
  playwrightFailures,
  vitestCounts,
  vitestFailures,
} from "./counts.ts";

const DEFAULT_TIMES = 10;
const BUSY_PROCESSES = 2;

const [path, times = String(DEFAULT_TIMES)] = process.argv.slice(2);
if (path === undefined || !(Number(times) > 0)) {
  console.error("Usage: npm run test:repeat -- <file or folder> [times]");
  process.exit(2);
}

const busy = Array.from({ length: BUSY_PROCESSES }, () =>
  spawn(process.execPath, ["-e", "for (;;) Math.sqrt(2);"], { stdio: "ignore" }),
);
const directory = await mkdtemp(join(tmpdir(), "carediary-repeat-"));
const failures = new Map<string, string[]>();
let brokenOff = 0;
try {
  for (let run = 1; run <= Number(times); run++) {
    const seed = String(run);
    const failed = await runOnce(path, seed);
    if (failed === null) brokenOff++;
    for (const { file, title } of failed ?? []) {
      const test = `${file.replace(`${ROOT}/`, "")} ${title}`;
      failures.set(test, [...(failures.get(test) ?? []), seed]);
    }
    console.log(
      `${run} of ${times} with SEED=${seed}: ${failed === null ? "broken off" : `${failed.length} failed`}`,
    );
  }
} finally {
  for (const child of busy) child.kill();
  await rm(directory, { recursive: true, force: true });
}
for (const [test, seeds] of failures)
  console.log(`${seeds.length} of ${times} times (SEED ${seeds.join(", ")}): ${test}`);
console.log(
  failures.size + brokenOff === 0 ? `No test failed in ${times} runs.` : `${brokenOff} runs broken off.`,
);
process.exit(failures.size + brokenOff > 0 ? 1 : 0);

/** The tests that fail in one run; null when the run ends without a report, or without a test. */
async function runOnce(path: string, seed: string): Promise<Failure[] | null> {
  const report = join(directory, `${seed}.json`);
  const isBrowser = path.startsWith("e2e");
  const [program, ...args] = isBrowser
    ? ["playwright", "test", path, "--reporter=json"]
    : ["vitest", "run", path, "--reporter=json", `--outputFile=${report}`];
  const child = spawn(join(ROOT, "node_modules/.bin", program!), args, {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      ...process.env,
      SEED: seed,
      ...(isBrowser && { CHROMIUM_PATH: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    },
  });
  await once(child, "exit");
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) return null;
  const parsed = JSON.parse(text);
  const { passed, failed } = isBrowser ? playwrightCounts(parsed) : vitestCounts(parsed);
  if (passed + failed === 0) return null;
  return isBrowser ? playwrightFailures(parsed) : vitestFailures(parsed);
}

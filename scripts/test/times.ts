// `node scripts/test/times.ts` after `npm test` writes how long each file of tests took, for the order of the next runs.
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../../server/root.ts";
import { playwrightTimes, type Timed, vitestTimes } from "./counts.ts";

/** Files that take less aren't listed: their order changes nothing. */
const LISTED_FROM_SECONDS = 1;
const FILE = join(import.meta.dirname, "times.json");

/** The seconds that files of tests took, by their paths from the root, in the last run that was written down. */
export const readTimes = (): Record<string, number> => JSON.parse(readFileSync(FILE, "utf8"));

/** Compares two files of tests for a run: the slowest begin first, so that no worker is idle at the end. */
export function slowestFirst(): (one: string, other: string) => number {
  const times = readTimes();
  return (one, other) => (times[other] ?? 0) - (times[one] ?? 0);
}

/** The seconds of each file, whole, by path; quick files are left out. */
export function timesOfFiles(tests: readonly Timed[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { file, seconds } of tests) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return Object.fromEntries(
    [...sums]
      .filter(([, seconds]) => seconds >= LISTED_FROM_SECONDS)
      .map(([file, seconds]) => [file, Math.round(seconds)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

if (import.meta.main) {
  const report = (name: string) => JSON.parse(readFileSync(join(ROOT, "test-results", name), "utf8"));
  const tests = [
    ...vitestTimes(report("unit.json")).map((test) => ({ ...test, file: relative(ROOT, test.file) })),
    ...playwrightTimes(report("browser.json")).map((test) => ({ ...test, file: join("e2e", test.file) })),
  ];
  writeFileSync(FILE, `${JSON.stringify(timesOfFiles(tests), null, 2)}\n`);
}

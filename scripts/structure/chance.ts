import type { Violation } from "./rules.ts";

/** What makes a test depend on the clock of the machine, on its load, or on luck. */
const CHANCES: Record<string, RegExp> = {
  "waits for real time": /\bsleep\(|\bsetTimeout\(\s*(?:resolve|done)\b|\bpg_sleep\(|\bsetTimeout\(\)/g,
  "waits in the browser": /\.waitForTimeout\(/g,
  "measures time": /\bperformance\.now\(\)|\bprocess\.hrtime\b/g,
  "reads the machine's clock": /\bDate\.now\(\)|\bnew Date\(\)/g,
  "reads PostgreSQL's clock": /\bnow\(\)(?<!(?:Date|performance|[cC]lock)\.now\(\))/g,
  "chooses without the seed": /\bMath\.random\b/g,
};

/** What a test that begins at a chosen moment (test/moment.ts) may read: both clocks are its own. */
const CLOCKS = ["reads the machine's clock", "reads PostgreSQL's clock"];

export type Chances = Record<string, Record<string, number>>;

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$/.test(file) || /^(?:test|e2e)\//.test(file);

/** How often each file of tests depends on chance, by kind; files without any are left out. */
export function countChances(files: ReadonlyMap<string, string>): Chances {
  const counts: Chances = Object.fromEntries(Object.keys(CHANCES).map((kind) => [kind, {}]));
  for (const [file, text] of files) {
    if (!isTest(file)) continue;
    const hasOwnClock = /\bbeginAt\(/.test(text);
    for (const [kind, pattern] of Object.entries(CHANCES)) {
      if (hasOwnClock && CLOCKS.includes(kind)) continue;
      const found = text.match(pattern)?.length ?? 0;
      if (found > 0) counts[kind]![file] = found;
    }
  }
  return counts;
}

/** Files that depend on chance more often than the list allows, and entries of the list that are too high by now. */
export function findNewChances(counts: Chances, allowed: Chances): Violation[] {
  const violations: Violation[] = [];
  for (const kind of Object.keys(CHANCES)) {
    const [now, before] = [counts[kind] ?? {}, allowed[kind] ?? {}];
    for (const file of new Set([...Object.keys(now), ...Object.keys(before)])) {
      const [found, most] = [now[file] ?? 0, before[file] ?? 0];
      if (found > most)
        violations.push({
          rule: `A test ${kind}`,
          why: "pass a clock, call the tick, or count; a test says the same each time (docs/decisions/0215)",
          file,
          detail: `${found} times, at most ${most}`,
        });
      if (found < most)
        violations.push({
          rule: "The list of chances only shrinks",
          why: "write the new counts with `node scripts/structure.ts --chances`",
          file,
          detail: `${kind} ${found} times, the list says ${most}`,
        });
    }
  }
  return violations;
}

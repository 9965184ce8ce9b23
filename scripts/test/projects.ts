import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const FOLDERS = ["app", "features", "lib", "packaging", "registry", "scripts", "server", "test", "ui"];
/** How a module gets the run's PostgreSQL and its folder (test/global-setup.ts). */
const NEEDS_SETUP = /\binject\("/;
/** What a module imports from ours at run time; without types, which need nothing. */
const IMPORT = /^(?:import|export)\s+(?!type\b)[^;"]*?"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"/gm;

type Source = { needsSetup: boolean; imported: string[] };

export type Projects = { pure: string[]; service: string[]; timing: string[]; drill: string[] };

/**
 * The test files by what they need: `timing` real processes or real time, `service` a database, `pure` neither; `drill` are
 * those that only `npm run drill` runs. Paths from the root.
 * @param isTiming whether a test file needs real processes or real time
 */
export function sortTests(root: string, isTiming: (file: string) => boolean): Projects {
  const sources = new Map<string, Source>();
  const found: Projects = { pure: [], service: [], timing: [], drill: [] };
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      const file = `${folder}/${entry}`;
      if (!/\.test\.tsx?$/.test(file)) continue;
      if (/\.drill\.test\.ts$/.test(file)) found.drill.push(file);
      else if (isTiming(file)) found.timing.push(file);
      else found[needsDatabase(file) ? "service" : "pure"].push(file);
    }
  return found;

  function needsDatabase(test: string): boolean {
    const reached = new Set([test]);
    for (const file of reached) {
      const { needsSetup, imported } = read(file);
      if (needsSetup) return true;
      for (const each of imported) reached.add(each);
    }
    return false;
  }

  function read(file: string): Source {
    let source = sources.get(file);
    if (!source) {
      const path = join(root, file);
      // Tests of scripts have imports of files that don't exist in their texts.
      const text = /\.tsx?$/.test(file) && existsSync(path) ? readFileSync(path, "utf8") : "";
      const imported = [...text.matchAll(IMPORT)].map((match) =>
        normalize(join(dirname(file), match[1] ?? match[2]!)),
      );
      source = { needsSetup: NEEDS_SETUP.test(text), imported };
      sources.set(file, source);
    }
    return source;
  }
}

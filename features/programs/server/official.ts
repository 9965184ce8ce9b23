import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../../server/db/database.ts";
import { ROOT } from "../../../server/root.ts";
import { StartError } from "../../../server/start_error.ts";
import { listLanguages, WORDS } from "../../../server/words/read.ts";
import { readProgramFile } from "../rules/program-file.ts";
import { ProgramFileError, type ProgramTexts } from "../rules.ts";
import { type OfficialProgram, saveOfficialPrograms } from "./data.ts";

const DIRECTORY = join(ROOT, "programs");

/**
 * Updates the library's official programs from `programs/`. Safe to run on several nodes at once; an older node doesn't
 * overwrite programs of a newer one. Returns how many were written.
 */
export async function seedOfficialPrograms({ db }: Pick<Database, "db">): Promise<number> {
  return saveOfficialPrograms(db, await readOfficialPrograms());
}

/**
 * The official programs by file name; a file's `version` increases by 0.1 or more with each change.
 * @throws StartError with one line that names the file and the place in it
 */
export async function readOfficialPrograms(directory = DIRECTORY): Promise<OfficialProgram[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".json")).sort();
  return Promise.all(names.map((name) => readOfficialProgram(directory, name)));
}

async function readOfficialProgram(directory: string, name: string): Promise<OfficialProgram> {
  try {
    const text = await readFile(join(directory, name), "utf8");
    const program = readProgramFile(text);
    const texts = await readTranslations(name);
    const { version } = program.content as { version?: unknown };
    if (typeof version !== "number" || Math.round(version * 10) / 10 !== version) {
      throw new ProgramFileError([{ path: "version", message: "must be a number with at most one decimal" }]);
    }
    const whole = readProgramFile({ ...JSON.parse(text), texts });
    return { key: name.replace(/\.json$/, ""), version, program: whole };
  } catch (error) {
    if (error instanceof ProgramFileError) throw new StartError(`programs/${name}: ${error.message}`);
    throw error;
  }
}

/** The translations of an official program: `words/<language>/programs/<name>`. */
async function readTranslations(name: string): Promise<Record<string, ProgramTexts>> {
  const found: Record<string, ProgramTexts> = {};
  for (const language of listLanguages()) {
    const file = join(WORDS, language, "programs", name);
    if (existsSync(file)) found[language] = JSON.parse(await readFile(file, "utf8"));
  }
  return found;
}

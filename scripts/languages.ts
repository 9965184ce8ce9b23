// Checks the texts of all languages: `npm run languages` names what is invalid, unused or missing, and has other arguments or
// plural forms. As part of `npm run check` (`--check`) only what is wrong ends it: a draft may lack texts.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listLanguages, listRooms, readLanguage, WORDS } from "../server/words/read.ts";
import { checkLanguage, checkUses, findUses, listMissing, type Rooms } from "./words/check.ts";

const ROOT = join(import.meta.dirname, "..");
const isCheck = process.argv.includes("--check");

async function readRooms(language: string): Promise<Rooms> {
  const rooms: Rooms = {};
  for (const room of listRooms(language))
    rooms[room] = JSON.parse(await readFile(join(WORDS, language, `${room}.json`), "utf8"));
  return rooms;
}

const english = await readRooms("en");
const uses = [];
for (const directory of ["app", "features", "ui", "lib", "server"])
  for (const name of await readdir(join(ROOT, directory), { recursive: true }))
    if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) {
      const path = `${directory}/${name}`;
      uses.push(...findUses(path, await readFile(join(ROOT, path), "utf8")));
    }

const faults = checkUses(english, uses, "en-US");
const count = Object.values(english).reduce((sum, messages) => sum + Object.keys(messages).length, 0);
for (const language of listLanguages()) {
  const own = await readRooms(language);
  const { locale, state } = readLanguage(language);
  faults.push(...checkLanguage(english, own, language, locale));
  const missing = listMissing(english, own);
  if (state === "complete") faults.push(...missing.map((key) => `words/${language}: "${key}" is missing`));
  else if (!isCheck) for (const key of missing) console.log(`words/${language}: "${key}" is missing (draft)`);
  if (!isCheck) console.log(`${language}: ${count - missing.length} of ${count} texts, ${state}`);
}
for (const fault of faults) console.log(fault);
console.log(`Languages: ${count} texts, ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;

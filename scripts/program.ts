// For authors of care programs: `npm run program -- check file.json`.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getDayStart, isDay } from "../lib/dates/zone-day.ts";
import { readFileText } from "../lib/file-text.ts";
import "../server/words/texts.ts";
import { checkProgram } from "./program/check.ts";
import { programSchema } from "./program/schema.ts";

const USAGE = `npm run program -- check <file.json> [--baseline YYYY-MM-DD] [--zone Europe/Berlin]
    names what can't be read by its place in the file, or prints the dates that the program would make;
    day 0 is the baseline, today unless told otherwise, in the time zone of this machine unless told otherwise
npm run program -- schema
    writes docs/program.schema.json`;

const FILE = join(import.meta.dirname, "..", "docs", "program.schema.json");

class UsageError extends Error {}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { baseline: { type: "string" }, zone: { type: "string" }, help: { type: "boolean" } },
  });
  const [command, path] = positionals;
  if (command === "schema") await writeFile(FILE, `${JSON.stringify(programSchema(), null, 2)}\n`);
  else if (command === "check" && path) await check(path, values);
  else if (values.help) console.log(USAGE);
  else throw new UsageError(USAGE);
} catch (error) {
  const expected =
    error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS");
  console.error(expected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function check(path: string, { baseline, zone }: { baseline?: string; zone?: string }): Promise<void> {
  const timeZone = zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!isZone(timeZone)) throw new UsageError(`--zone ${timeZone}: isn't a time zone; one is Europe/Berlin`);
  if (baseline !== undefined && !isDay(baseline))
    throw new UsageError(`--baseline ${baseline}: isn't a day; one is 2026-03-20`);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}: can't be read (${error.code})`);
  });
  const text = readFileText(bytes);
  if (text === null) throw new UsageError(`${path}: isn't UTF-8; save it with that encoding`);
  const { ok, lines } = checkProgram(text, baseline ? getDayStart(baseline, timeZone) : Date.now(), timeZone);
  for (const line of lines) (ok ? console.log : console.error)(line);
  if (!ok) process.exitCode = 1;
}

function isZone(timeZone: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

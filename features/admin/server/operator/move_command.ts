import { parseArgs } from "node:util";
import { withSecretFiles } from "../../../../server/config/secret_files.ts";
import type { StorageConfig } from "../../../../server/config/storage.ts";
import { loadConfig } from "../../../../server/config.ts";
import type { DatabasePlace } from "../../../../server/moves/move_database.ts";
import { getFirstLine } from "../../../../server/start-error.ts";
import { OperatorError } from "./command.ts";

/** Commands that move existing data to another place. */
export type MoveCommand =
  | { name: "move-database"; to: DatabasePlace }
  | { name: "undo-move-database" }
  | { name: "move-files"; to: StorageConfig; settings: readonly string[] }
  | { name: "remove-former-database" };

export const isAboutMoves = (words: readonly string[]): boolean =>
  ["move-database", "move-files", "remove-former-database"].includes(words[0]!);

/** The settings of the new place have the names of the usual ones after this. */
const PREFIX = "TO_";

const DRIVERS = ["local", "s3", "gcs"];

/** Parses the command line and the settings of the new place; throws an `OperatorError` with the mistake. */
export function readMoveCommand(words: readonly string[], env: NodeJS.ProcessEnv): MoveCommand {
  const { values, positionals } = parsed(words);
  const [name, ...rest] = positionals;
  if (rest.length > 0) throw new OperatorError(`${name} doesn't take ${rest[0]}.`);
  const misplaced = (allowed: readonly string[]) =>
    Object.keys(values).find((option) => !allowed.includes(option));
  if (name === "remove-former-database") {
    if (misplaced([])) throw new OperatorError(`--${misplaced([])} isn't known to ${name}.`);
    return { name };
  }
  const target = settingsOfTarget(env);
  if (name === "move-files") {
    if (misplaced(["to"])) throw new OperatorError(`--${misplaced(["to"])} isn't known to ${name}.`);
    if (!values.to || !DRIVERS.includes(values.to))
      throw new OperatorError("move-files takes --to local, s3 or gcs.");
    const settings = { ...target, STORAGE: values.to };
    return { name, to: loadConfig(storageOnly(settings)).storage, settings: linesOfStorage(settings) };
  }
  if (values.undo) {
    if (values.to || values["to-embedded"]) throw new OperatorError("--undo takes nothing else.");
    return { name: "undo-move-database" };
  }
  const url = values.to ?? withSecretFiles(target).DATABASE_URL?.trim();
  if (values["to-embedded"]) {
    if (values.to) throw new OperatorError("move-database takes --to or --to-embedded, not both.");
    return { name: "move-database", to: "embedded" };
  }
  if (!url) throw new OperatorError("move-database takes --to <address>, TO_DATABASE_URL or --to-embedded.");
  const setting = values.to ? "--to" : "TO_DATABASE_URL";
  return { name: "move-database", to: { url: checked(url, setting), setting } };
}

/** Reads the address as the server would. */
function checked(url: string, setting: string): string {
  try {
    return loadConfig({ DATABASE_URL: url }).databaseUrl!;
  } catch (error) {
    throw new OperatorError(getFirstLine(error).replace("DATABASE_URL", setting));
  }
}

const settingsOfTarget = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value?.trim() ? [[name.slice(PREFIX.length), value]] : [],
    ),
  );

const storageOnly = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => /^(STORAGE$|S3_|GCS_)/.test(name)));

/** The settings to change, as lines of `.env`; for keys only the name of the setting with their value. */
const linesOfStorage = (settings: Record<string, string>): string[] =>
  Object.entries(storageOnly(settings))
    .filter(([name]) => settings.STORAGE !== "local" || name === "STORAGE")
    .map(([name, value]) =>
      /ACCESS_KEY(_ID)?$/.test(name) ? `${name}= (the value of ${PREFIX}${name})` : `${name}=${value}`,
    )
    .sort((a, b) => Number(b.startsWith("STORAGE=")) - Number(a.startsWith("STORAGE=")));

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { to: { type: "string" }, "to-embedded": { type: "boolean" }, undo: { type: "boolean" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new OperatorError(`${getFirstLine(error)}.`.replace(/\.+$/, "."));
  }
}

import { withSecretFiles } from "../config/secret_files.ts";
import { loadConfig } from "../config.ts";
import type { DatabasePlace } from "../moves/move_database.ts";
import { getFirstLine } from "../start_error.ts";
import { OperatorError } from "./command.ts";
import { definePlatformCommand, type PlatformCommand } from "./platform_command.ts";
import {
  copyDatabase,
  copyFiles,
  type FilesPlace,
  removeFormerDatabases,
  returnToDatabase,
} from "./server_moves.ts";

/** The settings of the new place have the names of the usual ones after this. */
const PREFIX = "TO_";

const DRIVERS = ["local", "s3", "gcs"];

const moveDatabase = definePlatformCommand({
  name: "move-database",
  usage: "move-database",
  help: ["copy everything of the database to another one, and compare it; all nodes", "have to be stopped"],
  group: "moves",
  positionals: [],
  options: {
    to: {
      type: "string",
      usage: "--to <postgresql://…>",
      help: ["an empty PostgreSQL of yours; or its address in TO_DATABASE_URL"],
    },
    "to-embedded": { type: "boolean", usage: "--to-embedded", help: ["the embedded one in DATA_DIR"] },
    undo: {
      type: "boolean",
      usage: "--undo",
      help: ["use the former database again, without what was written since"],
    },
  },
  async run({ env, log, readConfig, report }, { options }) {
    const to = readDatabasePlace(options, env);
    return to === null ? returnToDatabase(readConfig(), log) : copyDatabase(readConfig(), log, to, report);
  },
});

const moveFiles = definePlatformCommand({
  name: "move-files",
  usage: "move-files --to <local|s3|gcs>",
  help: [
    "copy all stored files to another place, and compare them; the settings of",
    "that place stand in TO_S3_BUCKET, TO_S3_ENDPOINT … First while the server",
    "runs, then once more while it is stopped",
  ],
  group: "moves",
  positionals: [],
  options: { to: { type: "string" } },
  async run(context, { options }) {
    const place = readFilesPlace(options.to, context.env);
    return copyFiles(context.readConfig(), context.log, await context.loadRooms(), place, context.report);
  },
});

const removeFormerDatabase = definePlatformCommand({
  name: "remove-former-database",
  usage: "remove-former-database",
  help: [
    "remove what was kept when the embedded database was carried over to another",
    "version of PostgreSQL",
  ],
  group: "moves",
  positionals: [],
  run: async ({ readConfig }) => removeFormerDatabases(readConfig()),
});

/** Commands that move existing data to another place. */
export const MOVE_COMMANDS: readonly PlatformCommand[] = [moveDatabase, moveFiles, removeFormerDatabase];

/** The database to move to; null to return to the former one. @throws OperatorError with the mistake */
function readDatabasePlace(
  options: { to?: string; "to-embedded"?: boolean; undo?: boolean },
  env: NodeJS.ProcessEnv,
): DatabasePlace | null {
  if (options.undo) {
    if (options.to || options["to-embedded"]) throw new OperatorError("--undo takes nothing else.");
    return null;
  }
  const url = options.to ?? withSecretFiles(settingsOfTarget(env)).DATABASE_URL?.trim();
  if (options["to-embedded"]) {
    if (options.to) throw new OperatorError("move-database takes --to or --to-embedded, not both.");
    return "embedded";
  }
  if (!url) throw new OperatorError("move-database takes --to <address>, TO_DATABASE_URL or --to-embedded.");
  const setting = options.to ? "--to" : "TO_DATABASE_URL";
  return { url: checked(url, setting), setting };
}

/** The place for the files with its settings in the environment. @throws OperatorError, ConfigError */
function readFilesPlace(driver: string | undefined, env: NodeJS.ProcessEnv): FilesPlace {
  if (!driver || !DRIVERS.includes(driver))
    throw new OperatorError("move-files takes --to local, s3 or gcs.");
  const settings = { ...settingsOfTarget(env), STORAGE: driver };
  return { to: loadConfig(storageOnly(settings)).storage, settings: linesOfStorage(settings) };
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

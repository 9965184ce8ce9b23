import { readFile } from "node:fs/promises";
import type { Lock, Unlock } from "../backup/encryption.ts";
import { getFirstLine } from "../start_error.ts";
import { fetchBackup, listOwnBackups, restoreEverything, saveBackup, tryBackup } from "./backups.ts";
import { OperatorError } from "./command.ts";
import { definePlatformCommand, type PlatformCommand } from "./platform_command.ts";

const ONE_FILE = { positionals: ["file"], takes: "the name of one file" } as const;

const backup = definePlatformCommand({
  name: "backup",
  usage: "backup <file>",
  help: ["save everything in one file, while the server runs or not"],
  group: "backups",
  ...ONE_FILE,
  options: {
    "passphrase-file": {
      type: "string",
      usage: "--passphrase-file <file>",
      help: ["encrypt it with the passphrase in a file"],
    },
    recipient: {
      type: "string",
      usage: "--recipient <age1…>",
      help: ["or for the public key of somebody who keeps the other half (see age)"],
    },
    "with-keys": {
      type: "boolean",
      usage: "--with-keys",
      help: ["put the server's keys into it as well; only when it is encrypted"],
    },
  },
  async run(context, { words, options }) {
    const lock = await readLock(options);
    return saveBackup(context.readConfig(), context.log, await context.loadRooms(), {
      file: words.file,
      lock,
      withKeys: options["with-keys"] ?? false,
    });
  },
});

const verify = definePlatformCommand({
  name: "backup verify",
  usage: "backup verify <file>",
  help: ["restore it into a database that is thrown away, and compare everything"],
  group: "backups",
  ...ONE_FILE,
  options: { "passphrase-file": { type: "string" }, "identity-file": { type: "string" } },
  async run({ log, readConfig }, { words, options }) {
    const unlock = await readUnlock(options);
    // A setting that can't be read is reported here too, before the long work.
    readConfig();
    return tryBackup(log, words.file, unlock);
  },
});

const restore = definePlatformCommand({
  name: "restore",
  usage: "restore <file>",
  help: ["bring it back, into an empty database and DATA_DIR"],
  group: "backups",
  ...ONE_FILE,
  options: {
    "passphrase-file": {
      type: "string",
      usage: "--passphrase-file <file>",
      help: ["for an encrypted one; also for verify"],
    },
    "identity-file": {
      type: "string",
      usage: "--identity-file <file>",
      help: ["or the file with the secret half of the key"],
    },
  },
  async run({ log, readConfig }, { words, options }) {
    const unlock = await readUnlock(options);
    return restoreEverything(readConfig(), log, words.file, unlock);
  },
});

const listBackups = definePlatformCommand({
  name: "list-backups",
  usage: "list-backups",
  help: ["those that the server made by itself, in BACKUP_DIR and in the bucket"],
  group: "backups",
  positionals: [],
  run: async ({ readConfig }) => listOwnBackups(readConfig()),
});

const fetch = definePlatformCommand({
  name: "fetch-backup",
  usage: "fetch-backup <name> <file>",
  help: ["copy one from the bucket to a file"],
  group: "backups",
  positionals: ["name", "file"],
  takes: "the name of a backup, as list-backups says it, and of a file",
  run: async ({ readConfig }, { words }) => fetchBackup(readConfig(), words.name, words.file),
});

/** Commands that save everything and bring it back. */
export const BACKUP_COMMANDS: readonly PlatformCommand[] = [backup, verify, restore, listBackups, fetch];

/** How a backup is to be encrypted; null without encryption. */
export async function readLock(options: {
  "passphrase-file"?: string;
  recipient?: string;
}): Promise<Lock | null> {
  const passphrase = await readPassphrase(options);
  const { recipient } = options;
  if (passphrase !== null && recipient !== undefined)
    throw new OperatorError("A backup is encrypted with a passphrase or for a recipient, not both.");
  if (passphrase !== null) return { passphrase };
  return recipient === undefined ? null : { recipient };
}

/** The secret that opens a backup; null when none is named. */
export async function readUnlock(options: {
  "passphrase-file"?: string;
  "identity-file"?: string;
}): Promise<Unlock | null> {
  const passphrase = await readPassphrase(options);
  if (passphrase !== null) return { passphrase };
  const file = options["identity-file"];
  return file === undefined ? null : { identity: await findSecret(file) };
}

const readPassphrase = async (options: { "passphrase-file"?: string }): Promise<string | null> =>
  options["passphrase-file"] === undefined ? null : await findSecret(options["passphrase-file"]);

/** The secret in a file: its first line that is no comment, as `age-keygen` writes them. */
async function findSecret(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new OperatorError(`${path} can't be read: ${getFirstLine(error)}`);
  });
  const secret = text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "" && !line.startsWith("#"));
  if (!secret) throw new OperatorError(`${path} has nothing in it.`);
  return secret;
}

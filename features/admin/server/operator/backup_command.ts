import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Lock, Unlock } from "../../../../server/backup/encryption.ts";
import { getFirstLine } from "../../../../server/start-error.ts";
import { OperatorError } from "./command.ts";

/** Commands that save everything and bring it back. */
export type BackupCommand =
  | { name: "backup"; file: string; lock: Lock | null; withKeys: boolean }
  | { name: "verify" | "restore"; file: string; unlock: Unlock | null }
  | { name: "list-backups" }
  | { name: "fetch-backup"; backup: string; file: string };

const OPTIONS = {
  "passphrase-file": { type: "string" },
  recipient: { type: "string" },
  "identity-file": { type: "string" },
  "with-keys": { type: "boolean" },
} as const;

/** The options of each command. */
const ALLOWED: Record<BackupCommand["name"], readonly string[]> = {
  backup: ["passphrase-file", "recipient", "with-keys"],
  verify: ["passphrase-file", "identity-file"],
  restore: ["passphrase-file", "identity-file"],
  "list-backups": [],
  "fetch-backup": [],
};

export const isAboutBackups = (words: readonly string[]): boolean =>
  ["backup", "restore", "list-backups", "fetch-backup"].includes(words[0]!);

/** Parses the command line and reads the secrets that it names; throws an `OperatorError` with the mistake. */
export async function readBackupCommand(words: readonly string[]): Promise<BackupCommand> {
  const { values, positionals } = parsed(words);
  const [first, ...rest] = positionals;
  if (first === "list-backups" || first === "fetch-backup")
    return readCopyCommand(first, rest, Object.keys(values));
  const verifies = first === "backup" && rest[0] === "verify" && rest.length > 1;
  const name = verifies ? "verify" : (first as "backup" | "restore");
  const files = verifies ? rest.slice(1) : rest;
  const said = verifies ? "backup verify" : name;
  if (files.length !== 1) throw new OperatorError(`${said} takes the name of one file.`);
  const file = files[0]!;
  const misplaced = Object.keys(values).find((option) => !ALLOWED[name].includes(option));
  if (misplaced) throw new OperatorError(`--${misplaced} isn't known to ${said}.`);
  const passphraseFile = values["passphrase-file"];
  const passphrase = passphraseFile === undefined ? null : await findSecret(passphraseFile);
  if (name === "backup") {
    if (passphrase !== null && values.recipient !== undefined)
      throw new OperatorError("A backup is encrypted with a passphrase or for a recipient, not both.");
    const lock =
      passphrase !== null
        ? { passphrase }
        : values.recipient === undefined
          ? null
          : { recipient: values.recipient };
    return { name, file, lock, withKeys: values["with-keys"] ?? false };
  }
  const identityFile = values["identity-file"];
  const unlock =
    passphrase !== null
      ? { passphrase }
      : identityFile === undefined
        ? null
        : { identity: await findSecret(identityFile) };
  return { name, file, unlock };
}

/** The commands about the copies in the bucket. */
function readCopyCommand(
  name: "list-backups" | "fetch-backup",
  words: readonly string[],
  options: readonly string[],
): BackupCommand {
  if (options.length > 0) throw new OperatorError(`--${options[0]} isn't known to ${name}.`);
  if (name === "list-backups") {
    if (words.length > 0) throw new OperatorError("list-backups takes nothing.");
    return { name };
  }
  const [backup, file, ...more] = words;
  if (!backup || !file || more.length > 0)
    throw new OperatorError(
      "fetch-backup takes the name of a backup, as list-backups says it, and of a file.",
    );
  return { name, backup, file };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${getFirstLine(error)}.`.replace(/\.+$/, "."));
  }
}

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

import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { readBackupCommand } from "./backup_command.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(inject("scratch"), "secrets-"));
  await writeFile(join(directory, "passphrase"), "correct horse battery staple\n");
  await writeFile(
    join(directory, "identity"),
    "# created: 2026-11-25\n# public key: age1x\nAGE-SECRET-KEY-1X\n",
  );
  await writeFile(join(directory, "empty"), "\n");
});

const read = (line: string) =>
  readBackupCommand(line.split(" ").map((word) => word.replace(/^@/, `${directory}/`)));

describe("the command line of backups", () => {
  it("names the file and how it is encrypted", async () => {
    expect(await read("backup care.tar")).toEqual({
      name: "backup",
      file: "care.tar",
      lock: null,
      withKeys: false,
    });
    expect(await read("backup care.age --passphrase-file @passphrase --with-keys")).toEqual({
      name: "backup",
      file: "care.age",
      lock: { passphrase: "correct horse battery staple" },
      withKeys: true,
    });
    expect(await read("backup care.age --recipient age1x")).toMatchObject({ lock: { recipient: "age1x" } });
    expect(await read("backup verify care.age --identity-file @identity")).toEqual({
      name: "verify",
      file: "care.age",
      unlock: { identity: "AGE-SECRET-KEY-1X" },
    });
    expect(await read("restore care.tar")).toEqual({ name: "restore", file: "care.tar", unlock: null });
    expect(await read("list-backups")).toEqual({ name: "list-backups" });
    expect(await read("fetch-backup carediary-x.tar.age care.age")).toEqual({
      name: "fetch-backup",
      backup: "carediary-x.tar.age",
      file: "care.age",
    });
    // A backup may have the name of the other command.
    expect(await read("backup verify")).toMatchObject({ name: "backup", file: "verify" });
  });

  it.each([
    ["backup", "backup takes the name of one file."],
    ["backup a b", "backup takes the name of one file."],
    ["restore", "restore takes the name of one file."],
    ["restore a --with-keys", "--with-keys isn't known to restore."],
    ["backup a --identity-file @identity", "--identity-file isn't known to backup."],
    ["backup verify a --recipient age1x", "--recipient isn't known to backup verify."],
    ["backup a --recipient age1x --passphrase-file @passphrase", "not both"],
    ["backup a --passphrase-file @nowhere", "can't be read"],
    ["backup a --passphrase-file @empty", "has nothing in it"],
    ["list-backups a", "list-backups takes nothing."],
    ["fetch-backup a", "fetch-backup takes the name of a backup"],
    ["fetch-backup a b --with-keys", "--with-keys isn't known to fetch-backup."],
    ["backup a --everything", "--everything"],
  ])("of “%s” is refused", async (line, reason) => {
    await expect(read(line)).rejects.toThrow(reason);
  });
});

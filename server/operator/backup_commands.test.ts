import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { readLock, readUnlock } from "./backup_commands.ts";
import { OperatorError } from "./command.ts";

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

const at = (file: string) => join(directory, file);

describe("the secrets of backups", () => {
  it("say how a backup is encrypted, and what opens it", async () => {
    expect(await readLock({})).toBeNull();
    expect(await readLock({ "passphrase-file": at("passphrase") })).toEqual({
      passphrase: "correct horse battery staple",
    });
    expect(await readLock({ recipient: "age1x" })).toEqual({ recipient: "age1x" });
    expect(await readUnlock({})).toBeNull();
    expect(await readUnlock({ "passphrase-file": at("passphrase") })).toEqual({
      passphrase: "correct horse battery staple",
    });
    expect(await readUnlock({ "identity-file": at("identity") })).toEqual({ identity: "AGE-SECRET-KEY-1X" });
  });

  it.each([
    [{ recipient: "age1x", "passphrase-file": "passphrase" }, "not both"],
    [{ "passphrase-file": "nowhere" }, "can't be read"],
    [{ "passphrase-file": "empty" }, "has nothing in it"],
  ])("are refused as %j", async (options, reason) => {
    const reading = readLock({ ...options, "passphrase-file": at(options["passphrase-file"]) });
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow(reason);
  });
});

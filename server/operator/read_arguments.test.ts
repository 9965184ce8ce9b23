import { describe, expect, it } from "vitest";
import { ROOM_COMMANDS } from "../../registry/commands.ts";
import { GROUPS, OperatorError } from "./command.ts";
import { composeHelp } from "./help.ts";
import { PLATFORM_COMMANDS } from "./platform_commands.ts";
import { findCommand, readInput, refuseUnknown } from "./read_arguments.ts";

const COMMANDS = [...ROOM_COMMANDS, ...PLATFORM_COMMANDS];

function read(line: string) {
  const words = line.split(" ").filter((word) => word !== "");
  const command = findCommand(words, COMMANDS) ?? refuseUnknown(words, COMMANDS);
  const input = readInput(words, command);
  return { name: command.name, words: input.words, options: { ...input.options } };
}

describe("the operator's command line", () => {
  it.each([
    ["promote Olga@Example.org", "promote", { email: "Olga@Example.org" }, {}],
    ["promote olga@example.org --super", "promote", { email: "olga@example.org" }, { super: true }],
    ["--super promote olga@example.org", "promote", { email: "olga@example.org" }, { super: true }],
    ["promote olga@example.org --unproven", "promote", { email: "olga@example.org" }, { unproven: true }],
    [
      "add-member abc234 olga@example.org admin --unproven",
      "add-member",
      { notebook: "abc234", email: "olga@example.org", role: "admin" },
      { unproven: true },
    ],
    ["confirm-address olga@example.org", "confirm-address", { email: "olga@example.org" }, {}],
    ["demote olga@example.org", "demote", { email: "olga@example.org" }, {}],
    ["list-notebooks olga@example.org", "list-notebooks", { email: "olga@example.org" }, {}],
    ["list-admins", "list-admins", {}, {}],
    ["rotate-keys", "rotate-keys", {}, {}],
    ["destroy-key abc234", "destroy-key", { notebook: "abc234" }, {}],
    ["test-mail olga@example.org", "test-mail", { email: "olga@example.org" }, {}],
    ["test-push olga@example.org", "test-push", { email: "olga@example.org" }, {}],
    ["backup care.tar", "backup", { file: "care.tar" }, {}],
    [
      "backup care.age --passphrase-file key --with-keys",
      "backup",
      { file: "care.age" },
      { "passphrase-file": "key", "with-keys": true },
    ],
    ["backup care.age --recipient age1x", "backup", { file: "care.age" }, { recipient: "age1x" }],
    [
      "backup verify care.age --identity-file key",
      "backup verify",
      { file: "care.age" },
      { "identity-file": "key" },
    ],
    ["restore care.tar", "restore", { file: "care.tar" }, {}],
    ["list-backups", "list-backups", {}, {}],
    ["fetch-backup a.tar.age care.age", "fetch-backup", { name: "a.tar.age", file: "care.age" }, {}],
    // A backup may have the name of the other command.
    ["backup verify", "backup", { file: "verify" }, {}],
    ["move-files --to s3", "move-files", {}, { to: "s3" }],
    ["move-database --undo", "move-database", {}, { undo: true }],
  ])("reads %s", (line, name, words, options) => {
    expect(read(line)).toEqual({ name, words, options });
  });

  it.each([
    ["", "A command is missing."],
    ["crown olga@example.org", "There is no command crown."],
    ["promote", "promote takes 1 word, not 0."],
    ["demote olga@example.org --super", "--super isn't known to demote."],
    ["demote olga@example.org --unproven", "--unproven isn't known to demote."],
    ["demote olga@example.org -x", "-x isn't known to demote."],
    ["promote olga@example.org --super=no", "Option '--super' does not take an argument."],
    ["add-member abc234 olga@example.org", "add-member takes 3 words, not 2."],
    ["rotate-keys now", "rotate-keys doesn't take now."],
    ["remove-former-database now", "remove-former-database doesn't take now."],
    ["list-backups a", "list-backups doesn't take a."],
    ["destroy-key", "destroy-key takes 1 word, not 0."],
    ["destroy-key abc234 --super", "--super isn't known to destroy-key."],
    ["backup", "backup takes the name of one file."],
    ["backup a b", "backup takes the name of one file."],
    ["backup verify a b", "backup verify takes the name of one file."],
    ["restore", "restore takes the name of one file."],
    ["restore a --with-keys", "--with-keys isn't known to restore."],
    ["backup a --identity-file key", "--identity-file isn't known to backup."],
    ["backup verify a --recipient age1x", "--recipient isn't known to backup verify."],
    ["backup a --everything", "--everything isn't known to backup."],
    ["backup a --recipient", "Option '--recipient <value>' argument missing."],
    ["fetch-backup a", "fetch-backup takes the name of a backup, as list-backups says it, and of a file."],
    ["fetch-backup a b --with-keys", "--with-keys isn't known to fetch-backup."],
    ["remove-former-database --undo", "--undo isn't known to remove-former-database."],
  ])("refuses “%s”", (line, message) => {
    expect(() => read(line)).toThrow(new OperatorError(message));
  });
});

describe("the operator's commands", () => {
  it("have names of their own, and all options of a name are of one kind", () => {
    const names = COMMANDS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const kinds = COMMANDS.flatMap(({ options = {} }) =>
      Object.entries(options).map(([name, { type }]) => `${name} ${type}`),
    );
    const options = [...new Set(kinds)].map((kind) => kind.split(" ")[0]);
    expect(options).toEqual([...new Set(options)]);
  });

  it("have a usage that names their words and options", () => {
    for (const { name, usage, positionals, options = {} } of COMMANDS) {
      expect(usage.startsWith(name)).toBe(true);
      expect(usage.match(/ <[^|>]+>/g) ?? []).toHaveLength(positionals.length);
      for (const option of usage.match(/--[a-z-]+/g) ?? []) expect(options).toHaveProperty(option.slice(2));
    }
  });
});

describe("the help", () => {
  const help = composeHelp(COMMANDS);

  it("shows every command once, in its group, with the explanations in one column", () => {
    const groups = help.split("\n\n").slice(1, -1);
    expect(groups).toHaveLength(GROUPS.length);
    for (const { usage, help: lines, group } of COMMANDS) {
      const text = groups[GROUPS.indexOf(group)]!;
      expect(text).toContain(`  ${usage.padEnd(38)} ${lines[0]}\n`.trimEnd());
      for (const line of lines.slice(1)) expect(text).toContain(`\n${" ".repeat(41)}${line}`);
    }
  });

  it("shows what options are for below their command", () => {
    expect(
      help,
    ).toContain(`  restore <file>                         bring it back, into an empty database and DATA_DIR
      --passphrase-file <file>           for an encrypted one; also for verify
      --identity-file <file>             or the file with the secret half of the key
  list-backups `);
    expect(help).toContain("--unproven says that you know it.\n--help shows this text.");
  });
});

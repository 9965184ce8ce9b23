import { RETRIED_QUEUES, type RetriedQueue } from "../../../../lib/queues.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import { formatOperatorCommand } from "../../../../server/operator-command.ts";
import { ASSIGNABLE_ROLES } from "../../../members/rules.ts";
import { ROLE_LABELS } from "../../../notebooks/rules/roles.ts";
import { IDENTITY_CHECKS, type IdentityCheck } from "../../rules.ts";

export const USAGE = `${formatOperatorCommand("<command>")}

  promote <email> [--super]              make somebody an administrator (or super administrator) of the platform
  confirm-address <email>                vouch for somebody's address, who then need not confirm it by mail
  demote <email>                         take that away
  list-admins                            the administrators of the platform
  first-admin-link                       a new link that makes whoever opens it the first administrator

  close-account <email>                  let nobody in to an account; deletes nothing of it
  reopen-account <email>                 undo that
  sign-out <email>                       end the sessions of an account on every device
  reset-two-factor <email> <check>       switch off a second factor that was lost; check says how you made sure
                                         who asks: in-person, known-number or known-member (of their notebook)
  resend-proof <email>                   send the link again that confirms an address

  add-member <notebook> <email> <role>   add somebody to a notebook; role: caregiver, admin,
                                         clinician or viewer
  list-notebooks <email>                 the notebooks of somebody, with their ids
  rotate-keys                            wrap the keys of encrypted notes with another master key
  destroy-key <notebook>                 make the encrypted notes of a notebook unreadable, for good

  backup <file>                          save everything in one file, while the server runs or not
      --passphrase-file <file>           encrypt it with the passphrase in a file
      --recipient <age1…>                or for the public key of somebody who keeps the other half (see age)
      --with-keys                        put the server's keys into it as well; only when it is encrypted
  backup verify <file>                   restore it into a database that is thrown away, and compare everything
  restore <file>                         bring it back, into an empty database and DATA_DIR
      --passphrase-file <file>           for an encrypted one; also for verify
      --identity-file <file>             or the file with the secret half of the key
  list-backups                           those that the server made by itself, in BACKUP_DIR and in the bucket
  fetch-backup <name> <file>             copy one from the bucket to a file

  move-database                          copy everything of the database to another one, and compare it; all nodes
                                         have to be stopped
      --to <postgresql://…>              an empty PostgreSQL of yours; or its address in TO_DATABASE_URL
      --to-embedded                      the embedded one in DATA_DIR
      --undo                             use the former database again, without what was written since
  move-files --to <local|s3|gcs>         copy all stored files to another place, and compare them; the settings of
                                         that place stand in TO_S3_BUCKET, TO_S3_ENDPOINT … First while the server
                                         runs, then once more while it is stopped
  remove-former-database                 remove what was kept when the embedded database was carried over to another
                                         version of PostgreSQL

  new-push-key                           make another key for the push services of browsers; all devices
                                         have to turn notifications on again
  test-mail <email>                      send a mail with the settings of this server, to see whether it arrives
  test-push <email>                      send a notification to all devices of somebody, and say what the push
                                         services answered
  try-again <queue>                      try at once what failed: notifications-push, notifications-ntfy,
                                         notifications-webhook, mail or file-removals (see /admin/queues)
  doctor                                 check settings, disk, database, files, mail, push, address and backups,
                                         and say what to do; changes nothing

A notebook is named by its short id, as in its address, or by its full id. People have to have signed in once.
promote and add-member ask first when nobody has proven that the address is theirs, as on a server without mail;
--unproven says that you know it.
--help shows this text.`;

/** `evenUnproven`: the operator vouches for the account's owner, although the address isn't verified. */
type OnTrust = { evenUnproven?: true };

/** Commands that change or list people's rights and memberships. */
export type PersonCommand =
  | ({ name: "promote"; email: string; isSuper: boolean } & OnTrust)
  | { name: "demote"; email: string }
  | { name: "list-admins" }
  | { name: "confirm-address"; email: string }
  | ({ name: "add-member"; notebook: string; email: string; role: Exclude<Role, "owner"> } & OnTrust)
  | { name: "list-notebooks"; email: string };

/** Commands that let an account in or keep it out. */
export type AccountCommand =
  | { name: "close-account" | "reopen-account" | "sign-out" | "resend-proof"; email: string }
  | { name: "reset-two-factor"; email: string; check: IdentityCheck };

const ACCOUNT_COMMANDS = ["close-account", "reopen-account", "sign-out", "reset-two-factor", "resend-proof"];

/** Commands for the keys of encrypted notes. */
export type KeyCommand = { name: "rotate-keys" } | { name: "destroy-key"; notebook: string };

export type Command =
  | PersonCommand
  | AccountCommand
  | KeyCommand
  | { name: "first-admin-link" }
  | { name: "new-push-key" }
  | { name: "try-again"; queue: RetriedQueue }
  | { name: "test-mail"; email: string }
  | { name: "test-push"; email: string };

export const isAboutAccount = (command: Command): command is AccountCommand =>
  ACCOUNT_COMMANDS.includes(command.name);

export const isAboutKeys = (command: Command): command is KeyCommand =>
  command.name === "rotate-keys" || command.name === "destroy-key";

/** The operator requested the impossible; the message is the reason in one line. */
export class OperatorError extends Error {
  override name = "OperatorError";
}

/** The command names an account by an address that isn't verified. */
export class UnprovenAddress extends OperatorError {
  override name = "UnprovenAddress";
}

/** The flags of each command. */
const FLAGS: Record<string, readonly string[]> = {
  promote: ["--super", "--unproven"],
  "add-member": ["--unproven"],
};

/** Parses the command line; throws an `OperatorError` with the mistake. */
export function readCommand(words: readonly string[]): Command {
  const flags = words.filter((word) => word.startsWith("--"));
  const [name, ...rest] = words.filter((word) => !word.startsWith("--"));
  const unknown = flags.find((flag) => !FLAGS[name ?? ""]?.includes(flag));
  if (unknown) throw new OperatorError(`${unknown} isn't known here.`);
  const trust: OnTrust = flags.includes("--unproven") ? { evenUnproven: true } : {};
  switch (name) {
    case "promote":
      return {
        name,
        email: email(expectWords(rest, 1, name)[0]!),
        isSuper: flags.includes("--super"),
        ...trust,
      };
    case "demote":
    case "confirm-address":
    case "list-notebooks":
    case "test-mail":
    case "test-push":
      return { name, email: email(expectWords(rest, 1, name)[0]!) };
    case "add-member": {
      const [notebook, address, role] = expectWords(rest, 3, name);
      return { name, notebook: notebook!, email: email(address!), role: getRole(role!), ...trust };
    }
    case "close-account":
    case "reopen-account":
    case "sign-out":
    case "resend-proof":
      return { name, email: email(expectWords(rest, 1, name)[0]!) };
    case "reset-two-factor": {
      const [address, check] = expectWords(rest, 2, name);
      return { name, email: email(address!), check: identityCheck(check!) };
    }
    case "list-admins":
    case "first-admin-link":
    case "new-push-key":
    case "rotate-keys":
      expectWords(rest, 0, name);
      return { name };
    case "try-again":
      return { name, queue: retriedQueue(expectWords(rest, 1, name)[0]!) };
    case "destroy-key":
      return { name, notebook: expectWords(rest, 1, name)[0]! };
    default:
      throw new OperatorError(
        `${name === undefined ? "A command is missing" : `There is no command ${name}`}.`,
      );
  }
}

function expectWords(words: string[], count: number, name: string): string[] {
  if (words.length === count) return words;
  throw new OperatorError(`${name} takes ${count} ${count === 1 ? "word" : "words"}, not ${words.length}.`);
}

function email(word: string): string {
  if (/^[^@\s]+@[^@\s]+$/.test(word)) return word.toLowerCase();
  throw new OperatorError(`${word} isn't an e-mail address.`);
}

function identityCheck(word: string): IdentityCheck {
  const check = IDENTITY_CHECKS.find((known) => known === word);
  if (check) return check;
  throw new OperatorError(`${word} isn't a check: ${IDENTITY_CHECKS.join(", ")}.`);
}

function retriedQueue(word: string): RetriedQueue {
  const queue = RETRIED_QUEUES.find((known) => known === word);
  if (queue) return queue;
  throw new OperatorError(`${word} isn't a queue that can be tried again: ${RETRIED_QUEUES.join(", ")}.`);
}

/** Parses a role, given as its label or as its value in the protocol. */
function getRole(word: string): Exclude<Role, "owner"> {
  for (const role of ASSIGNABLE_ROLES) {
    if (word === role || word.toLowerCase() === ROLE_LABELS[role].toLowerCase()) return role;
  }
  throw new OperatorError(`${word} isn't a role: caregiver, admin, clinician or viewer.`);
}

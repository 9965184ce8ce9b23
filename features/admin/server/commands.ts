import { recordAuditEvent } from "../../../server/access/audit.ts";
import { markEmailVerified } from "../../../server/auth/data.ts";
import type { Config } from "../../../server/config.ts";
import type { Database } from "../../../server/db/database.ts";
import { defineCommand, type OperatorCommand, OperatorError } from "../../../server/operator/command.ts";
import { UNPROVEN, withVouchedUser } from "../../../server/operator/confirmation.ts";
import { findKnownUser, type KnownUser, readEmail } from "../../../server/operator/people.ts";
import { listAdmins, setAdminRights, setEmailVerified } from "./data.ts";
import { getFirstAdminLine, makeFirstAdminLink } from "./first_admin_data.ts";

type Db = Database["db"];

const promote = defineCommand({
  name: "promote",
  usage: "promote <email> [--super]",
  help: ["make somebody an administrator (or super administrator) of the platform"],
  group: "administrators",
  positionals: ["email"],
  options: { super: { type: "boolean" }, ...UNPROVEN },
  async run(context, { words, options }) {
    const person = { email: readEmail(words.email), isVouched: options.unproven ?? false };
    return withVouchedUser(context, person, (db, user) =>
      changeRights(db, user, { isAdmin: true, isSuperAdmin: options.super || user.is_super_admin }),
    );
  },
});

const confirm = defineCommand({
  name: "confirm-address",
  usage: "confirm-address <email>",
  help: ["vouch for somebody's address, who then need not confirm it by mail"],
  group: "administrators",
  positionals: ["email"],
  async run({ withDatabase }, { words }) {
    const email = readEmail(words.email);
    return withDatabase(({ db }) =>
      db.transaction().execute(async (trx) => confirmAddress(trx, await findKnownUser(trx, email))),
    );
  },
});

const demote = defineCommand({
  name: "demote",
  usage: "demote <email>",
  help: ["take that away"],
  group: "administrators",
  positionals: ["email"],
  async run({ withDatabase }, { words }) {
    const email = readEmail(words.email);
    return withDatabase(({ db }) =>
      db
        .transaction()
        .execute(async (trx) =>
          changeRights(trx, await findKnownUser(trx, email), { isAdmin: false, isSuperAdmin: false }),
        ),
    );
  },
});

const list = defineCommand({
  name: "list-admins",
  usage: "list-admins",
  help: ["the administrators of the platform"],
  group: "administrators",
  positionals: [],
  run: ({ withDatabase }) => withDatabase(({ db }) => db.transaction().execute(listAllAdmins)),
});

const firstAdminLink = defineCommand({
  name: "first-admin-link",
  usage: "first-admin-link",
  help: ["a new link that makes whoever opens it the first administrator"],
  group: "administrators",
  positionals: [],
  run: ({ withDatabase }) => withDatabase(readFirstAdminLink),
});

/**
 * Commands for the administrators of the platform. Each runs in one transaction with its audit event, whose actor is
 * null.
 */
export const COMMANDS: readonly OperatorCommand[] = [promote, confirm, demote, list, firstAdminLink];

async function listAllAdmins(db: Db): Promise<string[]> {
  const admins = await listAdmins(db);
  await recordAuditEvent(db, null, { eventType: "admin.listed", targetType: "table", targetId: "users" });
  if (admins.length === 0) return ["There are no administrators."];
  return admins.map(
    ({ email, name, isSuperAdmin }) => `${isSuperAdmin ? "super" : "admin"}  ${email}  ${name}`,
  );
}

async function changeRights(
  db: Db,
  user: KnownUser,
  rights: { isAdmin: boolean; isSuperAdmin: boolean },
): Promise<string[]> {
  const title = rights.isSuperAdmin
    ? "a super administrator"
    : rights.isAdmin
      ? "an administrator"
      : "no administrator";
  if (user.is_admin === rights.isAdmin && user.is_super_admin === rights.isSuperAdmin) {
    return [`${user.email} is ${title} already.`];
  }
  await setAdminRights(db, user.id, rights);
  await recordAuditEvent(db, null, {
    eventType: rights.isAdmin ? "admin.promoted" : "admin.demoted",
    targetType: "user",
    targetId: user.id,
    details: rights,
  });
  return [`${user.email} is ${title} now.`];
}

/**
 * Marks the address as verified on the operator's word. With an external sign-in service the next token overwrites it.
 */
async function confirmAddress(db: Db, user: KnownUser): Promise<string[]> {
  if (user.email_verified) return [`${user.email} is a proven address already.`];
  await markEmailVerified(db, user.clerk_user_id);
  await setEmailVerified(db, user.id);
  await recordAuditEvent(db, null, {
    eventType: "account.emailVerified",
    targetType: "account",
    targetId: user.clerk_user_id,
    details: { by: "operator" },
  });
  return [`${user.email} counts as proven now.`];
}

/** A new link that makes its visitor the first administrator, as the server prints one at its start. */
async function readFirstAdminLink(
  { db }: Pick<Database, "db">,
  { baseUrl }: Pick<Config, "baseUrl">,
): Promise<string[]> {
  const path = await makeFirstAdminLink(db);
  if (path === null) throw new OperatorError("There is or was an administrator: promote makes further ones.");
  return [getFirstAdminLine(baseUrl, path)];
}

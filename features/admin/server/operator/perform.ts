import { recordAuditEvent } from "../../../../server/access/audit.ts";
import { markEmailVerified } from "../../../../server/auth/data.ts";
import type { Database } from "../../../../server/db/database.ts";
import { insertMember } from "../../../members/server/public.ts";
import { ROLE_LABELS } from "../../../notebooks/rules/roles.ts";
import { findNotebookId, listPersonsNotebooks } from "../../../notebooks/server/public.ts";
import { findUsersByEmail, listAdmins, setAdminRights, setEmailVerified } from "../data.ts";
import { OperatorError, type PersonCommand, UnprovenAddress } from "./command.ts";

type Db = Database["db"];

/**
 * Runs a command in one transaction with its audit event, whose actor is null. Returns the lines to print. Throws an
 * `OperatorError` when that fails; then nothing is changed.
 */
export function perform(database: Pick<Database, "db">, command: PersonCommand): Promise<string[]> {
  return database.db.transaction().execute(async (db) => {
    if (command.name === "list-admins") return listAllAdmins(db);
    const user = await findKnownUser(db, command.email);
    const trusts = command.name === "promote" || command.name === "add-member";
    if (trusts && !command.evenUnproven && !user.email_verified) {
      throw new UnprovenAddress(
        `Nobody has proven that ${user.email} is the address of ${user.name}: whoever made the account typed it.`,
      );
    }
    switch (command.name) {
      case "promote":
        return changeRights(db, user, {
          isAdmin: true,
          isSuperAdmin: command.isSuper || user.is_super_admin,
        });
      case "demote":
        return changeRights(db, user, { isAdmin: false, isSuperAdmin: false });
      case "confirm-address":
        return confirmAddress(db, user);
      case "add-member":
        return addMember(db, user, command);
      case "list-notebooks":
        return printNotebooks(db, user);
    }
  });
}

type User = Awaited<ReturnType<typeof findUsersByEmail>>[number];

/** @throws OperatorError unless exactly one account has the address */
export async function findKnownUser(db: Db, email: string): Promise<User> {
  const [user, another] = await findUsersByEmail(db, email);
  if (!user) throw new OperatorError(`Nobody with the e-mail address ${email} has signed in yet.`);
  if (another) throw new OperatorError(`Several accounts have the e-mail address ${email}.`);
  return user;
}

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
  user: User,
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
async function confirmAddress(db: Db, user: User): Promise<string[]> {
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

async function addMember(
  db: Db,
  user: User,
  { notebook, role }: Extract<PersonCommand, { name: "add-member" }>,
): Promise<string[]> {
  const diaryId = await findNotebookId(db, notebook);
  if (!diaryId) throw new OperatorError(`There is no notebook ${notebook}.`);
  if (!(await insertMember(db, { diaryId, userId: user.id, role }))) {
    throw new OperatorError(`${user.email} is a member of notebook ${notebook} already.`);
  }
  await recordAuditEvent(db, null, {
    eventType: "member.added",
    diaryId,
    targetType: "user",
    targetId: user.id,
    details: { role },
  });
  return [`${user.email} is in notebook ${notebook} now, as ${ROLE_LABELS[role]}.`];
}

async function printNotebooks(db: Db, user: User): Promise<string[]> {
  const notebooks = await listPersonsNotebooks(db, user.id);
  await recordAuditEvent(db, null, {
    eventType: "admin.notebooksListed",
    targetType: "user",
    targetId: user.id,
  });
  if (notebooks.length === 0) return [`${user.email} has no notebooks.`];
  return notebooks.map(
    ({ shortId, _id, userRole, name }) => `${shortId}  ${_id}  ${ROLE_LABELS[userRole].padEnd(9)}  ${name}`,
  );
}

import { recordAuditEvent } from "../../../server/access/audit.ts";
import type { Role } from "../../../server/access/permissions.ts";
import type { Database } from "../../../server/db/database.ts";
import { defineCommand, type OperatorCommand, OperatorError } from "../../../server/operator/command.ts";
import { UNPROVEN, withVouchedUser } from "../../../server/operator/confirmation.ts";
import { type KnownUser, readEmail } from "../../../server/operator/people.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { findNotebookId } from "../../notebooks/server/public.ts";
import { ASSIGNABLE_ROLES } from "../rules.ts";
import { insertMember } from "./data.ts";

type AssignableRole = Exclude<Role, "owner">;

/** Commands for the members of notebooks. */
export const COMMANDS: readonly OperatorCommand[] = [
  defineCommand({
    name: "add-member",
    usage: "add-member <notebook> <email> <role>",
    help: ["add somebody to a notebook; role: caregiver, admin,", "clinician or viewer"],
    group: "notebooks",
    positionals: ["notebook", "email", "role"],
    options: UNPROVEN,
    async run(context, { words, options }) {
      const person = { email: readEmail(words.email), isVouched: options.unproven ?? false };
      const role = readRole(words.role);
      return withVouchedUser(context, person, (db, user) =>
        addMember(db, user, { notebook: words.notebook, role }),
      );
    },
  }),
];

/** Parses a role, given as its label or as its value in the protocol. */
function readRole(word: string): AssignableRole {
  for (const role of ASSIGNABLE_ROLES) {
    if (word === role || word.toLowerCase() === getRoleName(role).toLowerCase()) return role;
  }
  throw new OperatorError(`${word} isn't a role: caregiver, admin, clinician or viewer.`);
}

async function addMember(
  db: Database["db"],
  user: KnownUser,
  { notebook, role }: { notebook: string; role: AssignableRole },
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
  return [`${user.email} is in notebook ${notebook} now, as ${getRoleName(role)}.`];
}

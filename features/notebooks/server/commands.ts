import { recordAuditEvent } from "../../../server/access/audit.ts";
import type { Database } from "../../../server/db/database.ts";
import { defineCommand, type OperatorCommand, OperatorError } from "../../../server/operator/command.ts";
import { findKnownUser, type KnownUser, readEmail } from "../../../server/operator/people.ts";
import { destroyKeys, wipeDestroyedKeys } from "../../../server/vault/data.ts";
import { getRoleName } from "../rules/roles.ts";
import { findNotebookId, listPersonsNotebooks } from "./data.ts";

const list = defineCommand({
  name: "list-notebooks",
  usage: "list-notebooks <email>",
  help: ["the notebooks of somebody, with their ids"],
  group: "notebooks",
  positionals: ["email"],
  async run({ withDatabase }, { words }) {
    const email = readEmail(words.email);
    return withDatabase(({ db }) =>
      db.transaction().execute(async (trx) => printNotebooks(trx, await findKnownUser(trx, email))),
    );
  },
});

const destroyKey = defineCommand({
  name: "destroy-key",
  usage: "destroy-key <notebook>",
  help: ["make the encrypted notes of a notebook unreadable, for good"],
  group: "notebooks",
  positionals: ["notebook"],
  run: ({ withDatabase }, { words }) => withDatabase((database) => destroy(database, words.notebook)),
});

/** Commands for notebooks, each in one transaction with its audit event, whose actor is null. */
export const COMMANDS: readonly OperatorCommand[] = [list, destroyKey];

async function printNotebooks(db: Database["db"], user: KnownUser): Promise<string[]> {
  const notebooks = await listPersonsNotebooks(db, user.id);
  await recordAuditEvent(db, null, {
    eventType: "admin.notebooksListed",
    targetType: "user",
    targetId: user.id,
  });
  if (notebooks.length === 0) return [`${user.email} has no notebooks.`];
  return notebooks.map(
    ({ shortId, _id, userRole, name }) => `${shortId}  ${_id}  ${getRoleName(userRole).padEnd(9)}  ${name}`,
  );
}

async function destroy(database: Database, notebook: string): Promise<string[]> {
  const notes = await database.db.transaction().execute(async (db) => {
    const diaryId = await findNotebookId(db, notebook);
    if (!diaryId) throw new OperatorError(`There is no notebook ${notebook}.`);
    const destroyedCount = await destroyKeys(db, diaryId);
    if (destroyedCount.keys === 0)
      throw new OperatorError(`Notebook ${notebook} has no key: nothing in it is encrypted.`);
    await recordAuditEvent(db, null, {
      eventType: "notebook.keyDestroyed",
      diaryId,
      targetType: "notebook",
      targetId: diaryId,
      details: destroyedCount,
    });
    return destroyedCount.notes;
  });
  await wipeDestroyedKeys(database.db);
  return [
    `The key of notebook ${notebook} is destroyed: ${notes} encrypted ${notes === 1 ? "note" : "notes"} and what hangs on them can't be read any more.`,
    "Backups from before still have it, wrapped by the master key of their time.",
  ];
}

import { recordAuditEvent } from "../../../../server/access/audit.ts";
import type { Config } from "../../../../server/config.ts";
import type { Database } from "../../../../server/db/database.ts";
import { destroyKeys, wipeDestroyedKeys } from "../../../../server/vault/data.ts";
import { getMasterKeyFile } from "../../../../server/vault/key_file.ts";
import { rotateKeys } from "../../../../server/vault/rotation.ts";
import { findNotebookId } from "../../../notebooks/server/public.ts";
import { type KeyCommand, OperatorError } from "./command.ts";

type KeyConfig = Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">;

/** Runs a key command; returns the lines to print. */
export function manageKeys(database: Database, config: KeyConfig, command: KeyCommand): Promise<string[]> {
  return command.name === "rotate-keys" ? rotate(database, config) : destroy(database, command.notebook);
}

async function rotate(database: Database, config: KeyConfig): Promise<string[]> {
  const { masterKeyId, dataKeys } = await rotateKeys(config, database);
  return [
    `${dataKeys} keys of notebooks are wrapped with master key ${masterKeyId} now; new encrypted notes take new keys.`,
    config.masterKey
      ? "MASTER_KEYS_FORMER isn't needed any more, but by backups from before."
      : `${getMasterKeyFile(config.dataDir)} has changed: keep a copy of it apart from the database.`,
  ];
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

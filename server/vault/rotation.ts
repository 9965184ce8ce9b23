import type { Kysely } from "kysely";
import { recordAuditEvent } from "../access/audit.ts";
import type { Config } from "../config.ts";
import type { Database, Tables } from "../db/database.ts";
import { lockAllKeys, readMasterKeysInUse, replaceWrapped, withRotationLock } from "./data.ts";
import { getMasterKeyFile, readKeyFile, replaceKeyFile } from "./key_file.ts";
import { createMasterKey, type MasterKeys } from "./master_keys.ts";
import { openMasterKeys } from "./open_vault.ts";

type KeyConfig = Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">;

/** The result of a rotation: the id of the master key that now wraps all data keys, and how many there are. */
export type Rotation = { masterKeyId: string; dataKeys: number };

/**
 * Wraps all data keys with another master key and has new messages take new data keys; encrypted data stays readable.
 * Without MASTER_KEY the new master key is created here, and the previous one is removed from the key file once nothing
 * needs it. Running servers are not interrupted. An interruption at any point leaves everything readable.
 */
export function rotateKeys(config: KeyConfig, { db }: Pick<Database, "db">): Promise<Rotation> {
  return withRotationLock(db, async (connection) => {
    const masterKeys = await openMasterKeys(config, { db: connection });
    if (config.masterKey) return rewrap(connection, masterKeys);

    const file = getMasterKeyFile(config.dataDir);
    const former = await readKeyFile(file);
    // Written to the file before it is used: a node that reads a data key wrapped by it then finds it in the file.
    await replaceKeyFile(file, [createMasterKey(), ...former]);
    const rotation = await rewrap(connection, masterKeys);
    const needed = new Set([rotation.masterKeyId, ...(await readMasterKeysInUse(connection))]);
    const kept = (await readKeyFile(file)).filter((key) => needed.has(key.id));
    await replaceKeyFile(file, kept);
    return rotation;
  });
}

function rewrap(connection: Kysely<Tables>, masterKeys: MasterKeys): Promise<Rotation> {
  return connection.transaction().execute(async (db) => {
    const stored = await lockAllKeys(db);
    const master = await masterKeys.current();
    const rewrapped = await Promise.all(
      stored.map(async ({ diary_id: diaryId, number, wrapped, master_key_id }) => {
        const former = await masterKeys.find(master_key_id);
        if (!former) throw new Error(`Master key ${master_key_id} isn't here`);
        return { diaryId, number, wrapped: master.wrap(diaryId, former.unwrap(diaryId, number, wrapped!)) };
      }),
    );
    await replaceWrapped(db, rewrapped, master.id);
    await recordAuditEvent(db, null, {
      eventType: "keys.rotated",
      targetType: "masterKey",
      targetId: master.id,
      details: { dataKeys: stored.length },
    });
    return { masterKeyId: master.id, dataKeys: stored.length };
  });
}

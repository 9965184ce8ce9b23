import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { StartError } from "../start_error.ts";
import { readMasterKeysInUse } from "./data.ts";
import { getMasterKeyFile, getMasterKeysInFile, makeKeyFile, readKeyFile } from "./key_file.ts";
import { createFixedMasterKeys, type MasterKey, type MasterKeys } from "./master_keys.ts";

/**
 * The master keys of this deployment: those of the environment, else those of `master.key` in the data directory, which
 * is created unless the database holds keys that another master key wrapped.
 * @throws StartError when it holds keys that none of ours decrypts.
 */
export async function openMasterKeys(
  config: Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">,
  { db }: Pick<Database, "db">,
): Promise<MasterKeys> {
  const needed = await readMasterKeysInUse(db);
  const file = getMasterKeyFile(config.dataDir);
  if (!config.masterKey && (await readKeyFile(file)).length === 0) {
    if (needed.length > 0)
      throw new StartError(`${missingKeysMessage(needed)} bring back ${file} from your backup.`);
    await makeKeyFile(file);
  }
  const keys = config.masterKey
    ? createFixedMasterKeys(config.masterKey, config.formerMasterKeys)
    : getMasterKeysInFile(file);
  const found = await Promise.all(needed.map((id) => keys.find(id)));
  const missing = needed.filter((_, i) => !found[i]);
  if (missing.length === 0) return keys;
  const remedy = config.masterKey
    ? "set MASTER_KEY to it, or name it in MASTER_KEYS_FORMER."
    : `bring back ${file} from your backup.`;
  throw new StartError(`${missingKeysMessage(missing)} ${remedy}`);
}

/** The ids of master keys that the database's notes need and that aren't here; makes none. */
export async function readMissingMasterKeys(
  config: Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">,
  { db }: Pick<Database, "db">,
): Promise<string[]> {
  const ids = new Set((await readMasterKeysHere(config)).map(({ id }) => id));
  return (await readMasterKeysInUse(db)).filter((id) => !ids.has(id));
}

/** The master keys of the settings, else of the data directory; makes none. */
export const readMasterKeysHere = async (
  config: Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">,
): Promise<MasterKey[]> =>
  config.masterKey
    ? [config.masterKey, ...config.formerMasterKeys]
    : await readKeyFile(getMasterKeyFile(config.dataDir));

const missingKeysMessage = (ids: readonly string[]) =>
  `The database holds encrypted notes that need the master key ${ids.join(" and ")}, which isn't here:`;

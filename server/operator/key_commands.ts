import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { getMasterKeyFile } from "../vault/key_file.ts";
import { rotateKeys } from "../vault/rotation.ts";
import { definePlatformCommand, type PlatformCommand } from "./platform_command.ts";

type KeyConfig = Pick<Config, "dataDir" | "masterKey" | "formerMasterKeys">;

/** Commands for the keys of encrypted notes. */
export const KEY_COMMANDS: readonly PlatformCommand[] = [
  definePlatformCommand({
    name: "rotate-keys",
    usage: "rotate-keys",
    help: ["wrap the keys of encrypted notes with another master key"],
    group: "notebooks",
    positionals: [],
    run: ({ withDatabase }) => withDatabase(rotate),
  }),
];

async function rotate(database: Database, config: KeyConfig): Promise<string[]> {
  const { masterKeyId, dataKeys } = await rotateKeys(config, database);
  return [
    `${dataKeys} keys of notebooks are wrapped with master key ${masterKeyId} now; new encrypted notes take new keys.`,
    config.masterKey
      ? "MASTER_KEYS_FORMER isn't needed any more, but by backups from before."
      : `${getMasterKeyFile(config.dataDir)} has changed: keep a copy of it apart from the database.`,
  ];
}

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { isDiskFull } from "../disk.ts";
import { StartError } from "../start_error.ts";
import { getLayout } from "./embedded/layout.ts";

type Place = Pick<Config, "dataDir" | "databaseUrl">;

/** Names the database outside that a data directory was used with, without user and password. */
const getFile = (dataDir: string): string => join(dataDir, "outside-database");

/** Notes in the data directory that its database is an outside one. A worker's is the embedded one of its primary. */
export async function rememberDatabase({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl === null) return;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  if (searchParams.get("host") === getLayout(dataDir).sockets) return;
  const place = `${host || (searchParams.get("host") ?? "")}${pathname}`;
  await writeFile(getFile(dataDir), `${place}\n`).catch((error) => {
    // Nothing depends on it as long as the settings stay.
    if (!isDiskFull(error)) throw error;
  });
}

/** From now on the database may be the embedded one: all of it was brought there. */
export const forgetDatabase = (dataDir: string): Promise<void> => rm(getFile(dataDir), { force: true });

/**
 * Lost settings, as in an upgrade that replaces their file, would otherwise mean an empty database next to the one in
 * use.
 * @throws StartError when no database is set and the data directory was used with an outside one
 */
export async function refuseOtherDatabase({ dataDir, databaseUrl }: Place): Promise<void> {
  if (databaseUrl !== null) return;
  const place = await readFile(getFile(dataDir), "utf8").catch(() => null);
  if (place === null) return;
  throw new StartError(
    `DATABASE_URL isn't set, but ${dataDir} was used with the database ${place.trim()}: are your settings still read ` +
      `(docs/operating/upgrade.md)? To begin with a database of its own instead, remove ${getFile(dataDir)}.`,
  );
}

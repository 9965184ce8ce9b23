import { describeRetention } from "../config/retention.ts";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import type { Database } from "../db/database.ts";
import { createFindings, type Finding, getLines } from "../doctor/finding.ts";
import { checkBackups, checkDataDirectory, checkStorage, toFinding } from "../doctor/places.ts";
import { checkAddress, checkDatabase, checkMail, checkOutbox } from "../doctor/services.ts";
import { checkSignatures } from "../doctor/signatures.ts";
import type { Logger } from "../log.ts";
import type { Room } from "../rooms.ts";
import { withDatabase } from "./connection.ts";

/**
 * Checks everything that a server depends on; changes nothing. Returns the lines to print and whether there is a fault.
 * Rooms that can't be loaded are a fault among the others.
 */
export async function examine(
  environment: NodeJS.ProcessEnv,
  log: Logger,
  loadRooms: () => Promise<readonly Room[]>,
): Promise<{ lines: string[]; hasFault: boolean }> {
  const findings = await allFindings(environment, log, loadRooms);
  return { lines: getLines(findings), hasFault: findings.some(({ level }) => level === "fault") };
}

type Check = [part: string, check: () => Promise<Finding[]>];

async function allFindings(
  environment: NodeJS.ProcessEnv,
  log: Logger,
  loadRooms: () => Promise<readonly Room[]>,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [createFindings("Settings").fault(error.message, "See .env.example.")];
  }
  const onDatabase = (check: (database: Database) => Promise<Finding[]>) => () =>
    withDatabase(config, log, check, { changesNothing: true });
  const checks: Check[] = [
    ["Data directory", () => checkDataDirectory(config)],
    ["Database", onDatabase((database) => checkDatabase(config, database))],
    ["Files", () => checkStorage(config)],
    ["Mail", () => checkMail(config)],
    ["Mail", onDatabase(checkOutbox)],
    ["Mail", () => checkSignatures(config)],
    ...(await loadRooms().then(
      (rooms) =>
        rooms.flatMap(({ checks: ofRoom = [] }) =>
          ofRoom.map(({ part, check }): Check => [part, onDatabase((database) => check(config, database))]),
        ),
      (error: unknown): Check[] => [["Program", () => Promise.reject(error)]],
    )),
    ["Address", () => checkAddress(config)],
    ["Backups", () => checkBackups(config, Date.now())],
    [
      "Kept",
      async () => describeRetention(config.retention).map((words) => createFindings("Kept").ok(`${words}.`)),
    ],
  ];
  const findings = [createFindings("Settings").ok("all can be read.")];
  // One after the other, so that a check that hangs is seen as such.
  for (const [part, check] of checks) {
    findings.push(...(await check().catch((error: unknown) => [toFinding(part, error)])));
  }
  return findings;
}

import { describeRetention } from "../../../../server/config/retention.ts";
import { type Config, ConfigError, loadConfig } from "../../../../server/config.ts";
import { about, type Finding, getLines } from "../../../../server/doctor/finding.ts";
import { checkBackups, checkDataDirectory, checkStorage, failed } from "../../../../server/doctor/places.ts";
import { checkPush } from "../../../../server/doctor/push.ts";
import { checkAddress, checkDatabase, checkMail, checkOutbox } from "../../../../server/doctor/services.ts";
import { checkSignatures } from "../../../../server/doctor/signatures.ts";
import type { Logger } from "../../../../server/log.ts";
import { countPushDevices } from "../../../notifications/server/public.ts";
import { withDatabase } from "./connection.ts";

/** Checks everything that a server depends on; changes nothing. Returns the lines to print and whether there is a fault. */
export async function examine(
  environment: NodeJS.ProcessEnv,
  log: Logger,
): Promise<{ lines: string[]; hasFault: boolean }> {
  const findings = await allFindings(environment, log);
  return { lines: getLines(findings), hasFault: findings.some(({ level }) => level === "fault") };
}

async function allFindings(environment: NodeJS.ProcessEnv, log: Logger): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [about("Settings").fault(error.message, "See .env.example.")];
  }
  const checks: [part: string, check: () => Promise<Finding[]>][] = [
    ["Data directory", () => checkDataDirectory(config)],
    [
      "Database",
      () =>
        withDatabase(config, log, (database) => checkDatabase(config, database), { changesNothing: true }),
    ],
    ["Files", () => checkStorage(config)],
    ["Mail", () => checkMail(config)],
    ["Mail", () => withDatabase(config, log, checkOutbox, { changesNothing: true })],
    ["Mail", () => checkSignatures(config)],
    [
      "Push",
      () =>
        withDatabase(config, log, ({ db }) => checkPush(config, { db, countDevices: countPushDevices }), {
          changesNothing: true,
        }),
    ],
    ["Address", () => checkAddress(config)],
    ["Backups", () => checkBackups(config, Date.now())],
    ["Kept", async () => describeRetention(config.retention).map((words) => about("Kept").ok(`${words}.`))],
  ];
  const findings = [about("Settings").ok("all can be read.")];
  // One after the other, so that a check that hangs is seen as such.
  for (const [part, check] of checks) {
    findings.push(...(await check().catch((error: unknown) => [failed(part, error)])));
  }
  return findings;
}

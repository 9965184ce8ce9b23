// Fills a demo notebook with a fortnight up to today: `npm run seed`.

import { hasSecrets } from "../server/auth/data.ts";
import { ConfigError, loadConfig } from "../server/config.ts";
import { readSecretKey } from "../server/data_directory.ts";
import type { Database } from "../server/db/database.ts";
import { createLog } from "../server/log.ts";
import { OperatorError } from "../server/operator/command.ts";
import { withDatabase } from "../server/operator/connection.ts";
import { StartError } from "../server/start_error.ts";
import { fillDemo, PASSWORD } from "./seed/fill.ts";
import { PEOPLE } from "./seed/story.ts";

const ROLES = {
  owner: "owner, sees everything but others' private notes",
  admin: "admin, manages members as well",
  member: "caregiver, writes notes",
  clinician: "clinician, reads everything and writes notes of their own",
  extended: "viewer, sees only what is for everyone",
};

try {
  const config = loadConfig(process.env);
  const log = createLog("fatal");
  const fill = async (database: Database) => {
    const secret = config.secretKey ?? (await readSecretKey(config.dataDir, () => hasSecrets(database.db)));
    return fillDemo({ config, secret, database, log, now: new Date() });
  };
  const shortId = await withDatabase(config, log, fill, { make: true });
  console.log(`The demo notebook is filled: ${config.baseUrl}/care/${shortId}`);
  console.log(`Sign in with the password "${PASSWORD}" as`);
  for (const { email, role } of Object.values(PEOPLE)) console.log(`  ${email.padEnd(20)} ${ROLES[role]}`);
} catch (error) {
  const expected = [OperatorError, ConfigError, StartError].some((kind) => error instanceof kind);
  console.error(expected ? (error as Error).message : error);
  process.exitCode = 1;
}

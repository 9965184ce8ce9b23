import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../server/db/database.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { createLog } from "../server/log.ts";

// `npm run tables` writes `server/db/tables.ts` from a temporary database, so that only the migrations decide on it.

const directory = await mkdtemp(join(tmpdir(), "carediary-tables-"));
// PostgreSQL's own user must be able to enter when this runs as root.
await chmod(directory, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: directory, log: createLog("warn") });
try {
  const database = openDatabase(postgres.connectionString, { max: 1 });
  await migrate(database);
  await database.close();
  const generator = join("node_modules", ".bin", "kysely-codegen");
  execFileSync(
    process.execPath,
    [generator, "--config-file", ".kysely-codegenrc.json", "--url", postgres.connectionString],
    { stdio: "inherit" },
  );
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

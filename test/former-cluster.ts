import { execFileSync } from "node:child_process";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { writeAccessRules } from "../server/db/embedded/cluster.ts";
import { ensureDatabase, getSocketUrl } from "../server/db/embedded/embedded.ts";
import { getLayout } from "../server/db/embedded/layout.ts";
import { startPostmaster, stopPostmaster } from "../server/db/embedded/postmaster.ts";
import { getServerSettings } from "../server/db/embedded/settings.ts";
import { findPostgresUser } from "../server/db/embedded/system_user.ts";
import { createLog } from "../server/log.ts";
import { installPostgres15, POSTGRES_15 } from "./postgres-15.ts";

/** A data directory's cluster as a version of CareDiary with PostgreSQL 15 would have made it; makes it when it is missing. */
export async function runFormerCluster(
  dataDir: string,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  installPostgres15();
  const paths = getLayout(dataDir);
  const user = await findPostgresUser();
  for (const directory of [paths.cluster, paths.logs, paths.sockets]) {
    const made = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (made && user.ids) await chown(directory, user.ids.uid, user.ids.gid);
  }
  const options = [
    "-D",
    paths.cluster,
    "-U",
    "postgres",
    "--auth=peer",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "-k",
  ];
  const as = { ...user.ids, cwd: paths.cluster, stdio: "ignore" } as const;
  const programs = { initdb: join(POSTGRES_15, "initdb"), postgres: join(POSTGRES_15, "postgres") };
  try {
    execFileSync(programs.initdb, [...options, "--no-sync"], as);
  } catch {
    // It is there already.
  }
  const settings = getServerSettings({ ...paths, ...(await writeAccessRules(paths, user)) });
  const log = createLog("silent");
  const child = await startPostmaster({ ...paths, binaries: programs, user, settings, log });
  const url = (role: string, database: string) => getSocketUrl(paths.sockets, "5432", role, database);
  await ensureDatabase(url("postgres", "postgres"));
  return {
    connectionString: url("carediary", "carediary"),
    stop: () => stopPostmaster(child.pid!, paths.cluster),
  };
}

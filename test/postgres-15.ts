import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findPostgresUser } from "../server/db/embedded/system_user.ts";
import { freePort } from "../server/http/free_port.ts";
import { temporaryDirectory } from "./server-process.ts";

/** The directory of its programs. */
export const POSTGRES_15 = "/usr/lib/postgresql/15/bin";

/** Installs Debian's PostgreSQL 15 when it is missing. */
export function installPostgres15(): void {
  try {
    execFileSync(join(POSTGRES_15, "postgres"), ["--version"]);
  } catch {
    execFileSync("apt-get", ["install", "-y", "postgresql-15"]);
  }
}

/** Debian's PostgreSQL 15, the oldest that the server supports, with an empty database. */
export async function startPostgres15(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  installPostgres15();
  const directory = await temporaryDirectory();
  const data = join(directory.path, "data");
  await mkdir(data, { mode: 0o700 });
  const { ids } = await findPostgresUser();
  // It refuses to run as root.
  if (ids) await chown(data, ids.uid, ids.gid);
  const as = { ...ids, cwd: data };
  const options = [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale",
    "C.UTF-8",
    "--no-sync",
  ];
  execFileSync(join(POSTGRES_15, "initdb"), options, { ...as, stdio: "ignore" });
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const child = spawn(
    join(POSTGRES_15, "postgres"),
    ["-D", data, ...settings.flatMap((each) => ["-c", each])],
    {
      ...as,
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const ended = once(child, "exit");
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on("data", (chunk) => {
      log += chunk;
      if (log.includes("ready to accept connections")) resolve();
    });
    child.once("exit", () => reject(new Error(log)));
  });
  const admin = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres` });
  await admin.connect();
  await admin.query("create role carediary login");
  await admin.query("create database carediary owner carediary");
  await admin.end();
  return {
    connectionString: `postgresql://carediary@127.0.0.1:${port}/carediary`,
    async stop() {
      child.kill("SIGINT");
      await ended;
      await directory.remove();
    },
  };
}

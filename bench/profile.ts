import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { join } from "node:path";
import pg from "pg";
import type { Environment } from "./environment.ts";

/**
 * Where the time goes: with `BENCH_PROFILE=<directory>` PostgreSQL counts its statements and servers write profiles of
 * their processor time there, which the tools of browsers open. Both cost time themselves.
 */
const directory = process.env.BENCH_PROFILE;

/** What PostgreSQL needs to count statements. */
export const profileSettings = (): Record<string, string> =>
  directory ? { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track": "all" } : {};

/** Profiles this process until the function that it returns is called. */
export async function startProfile(to: string): Promise<() => Promise<void>> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 500 });
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    await writeFile(join(to, `${process.pid}.cpuprofile`), JSON.stringify(profile));
    session.disconnect();
  };
}

/** Profiles these servers and the database during `work`. */
export async function profiled<Result>(
  { adminConnectionString }: Pick<Environment, "adminConnectionString">,
  ports: readonly number[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!directory) return work();
  const admin = new pg.Client({ connectionString: adminConnectionString });
  await admin.connect();
  const toggle = () => Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/profile`)));
  await admin.query("create extension if not exists pg_stat_statements");
  await admin.query("select pg_stat_statements_reset()");
  await toggle();
  try {
    return await work();
  } finally {
    await toggle();
    const { rows } = await admin.query(
      `select round(total_exec_time) as ms, calls, rows, round(wal_bytes / 1e6) as wal_mb, toplevel, left(regexp_replace(query, '\\s+', ' ', 'g'), 300) as query
         from pg_stat_statements order by total_exec_time desc limit 60`,
    );
    await writeFile(join(directory, "statements.json"), JSON.stringify(rows, null, 1));
    await admin.end();
  }
}

import { readdir, readFile } from "node:fs/promises";
import type { Pool } from "pg";

const MS_PER_TICK = 10;

/** The processor time of PostgreSQL and all its processes so far, those that ended included, in ms (Linux). */
export async function postgresCpu(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const processes = await Promise.all(
    (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(readProcess),
  );
  const running = processes.filter((each) => each !== null);
  const main = running.find(({ pid }) => pid === rows[0]!.pid)!.parent;
  const ofMain = running.find(({ pid }) => pid === main)!;
  const others = running.filter(({ parent }) => parent === main);
  const ticks = others.reduce((sum, { own }) => sum + own, ofMain.own + ofMain.ofEnded);
  return ticks * MS_PER_TICK;
}

/** A process with the ticks that it took itself, and those of its children that have ended; null when it has gone. */
async function readProcess(pid: string) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The program's name may contain blanks; the fields after it don't. See proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system, userOfEnded, systemOfEnded] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    own: user + system,
    ofEnded: userOfEnded + systemOfEnded,
  };
}

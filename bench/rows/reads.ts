import { Pool } from "pg";
import { openReader } from "../clients.ts";
import type { Environment } from "../environment.ts";
import { listSql } from "../sql.ts";
import { type Row, round } from "../statistics.ts";

const CLIENTS = 20;
const SECONDS = 4;

/**
 * Reads of a list of 50 notes a second by 20 clients, against the plain driver running the same SQL: by sockets that
 * open and close the list as screens do, each member in turn; and one by one over the HTTP functions API.
 */
export async function measureReads(environment: Environment): Promise<Row[]> {
  const { owner, members } = await environment.notebook(CLIENTS);
  const target = await environment.start("ours");
  const pool = new Pool({ connectionString: environment.connectionString, max: 12 });
  const floor = await perSecond(async () => (await pool.query(listSql, [owner.diaryId])).rows.length);
  await pool.end();

  const readers = await Promise.all(members.map((member) => openReader(target, member)));
  const bySocket = await perSecond((client) => readers[client]!.read());
  for (const each of readers) each.close();

  const body = JSON.stringify({
    path: "notes:listNotes",
    args: { diaryId: owner.diaryId, limit: 50 },
    format: "json",
  });
  const byHttp = await perSecond(async (client) => {
    const authorization = `Bearer ${members[client]!.token}`;
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${target.port}/api/query`, {
      method: "POST",
      headers,
      body,
    });
    return ((await response.json()) as { value: unknown[] }).value.length;
  });
  target.stop();
  return [row("by sockets", bySocket, floor), row("over HTTP", byHttp, floor)];
}

function row(how: string, ours: number, floor: number): Row {
  return {
    what: `reads/s of a list of 50 notes by ${CLIENTS} clients, ${how}`,
    ours: String(round(ours, 0)),
    floor: String(round(floor, 0)),
    ratio: round(ours / floor),
    goal: "≥ 0.6 × floor",
    met: ours >= 0.6 * floor,
  };
}

/** `read` resolves to the number of notes that came back. */
async function perSecond(read: (client: number) => Promise<number>): Promise<number> {
  let count = 0;
  const until = performance.now() + SECONDS * 1000;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      while (performance.now() < until) {
        const notes = await read(client);
        if (notes !== 50) throw new Error(`A read came back with ${notes} notes`);
        count++;
      }
    }),
  );
  return count / SECONDS;
}

import { Transform } from "node:stream";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { explainLostConnection } from "../db/lost_connection.ts";
import { MOVED } from "../db/moved.ts";
import { TABLES_OF_ONE_DATABASE } from "../db/platform_tables.ts";
import { getProductVersion, readMigration } from "./content.ts";
import { nameOfTable } from "./format.ts";
import { type Restored, restoreArchive } from "./restore.ts";
import { RowSum } from "./row_sum.ts";
import { copyStatement, listTables, prepareSession } from "./tables.ts";
import { createArchive } from "./write.ts";

const LEFT_OUT: ReadonlySet<string> = new Set([...TABLES_OF_ONE_DATABASE, MOVED]);

/**
 * Copies all rows of a database, as they are at one moment, into an empty one and compares them there: a backup that is
 * restored while it is made. It is in no file, and only some parts of it are in memory. No stored files are copied.
 * @param options.workDirectory for a temporary directory
 * @param options.onBytes receives the number of copied bytes of the archive
 * @throws StartError with one line; an interrupted copy can be run again, and then begins anew
 */
export async function copyRows({
  from,
  to,
  workDirectory,
  onBytes = () => {},
}: {
  from: string;
  to: string;
  workDirectory: string;
  onBytes?: (count: number) => void;
}): Promise<Restored> {
  const { archive, done } = createArchive({
    leftOut: LEFT_OUT,
    storedFiles: [],
    connectionString: from,
    storage: null,
    version: getProductVersion(),
    masterKeys: [],
    keys: null,
    workDirectory,
  });
  const counted = new Transform({
    transform(chunk: Buffer, _, next) {
      onBytes(chunk.length);
      next(null, chunk);
    },
  });
  archive.once("error", (error) => counted.destroy(error));
  counted.once("close", () => archive.destroy());
  const [sent, taken] = await Promise.allSettled([
    done,
    restoreArchive(archive.pipe(counted), { connectionString: to, storage: null }),
  ]);
  if (taken.status === "fulfilled" && sent.status === "fulfilled") return taken.value;
  // Each end sees the failure of the other one only as a stream that broke off.
  if (sent.status === "rejected" && !isBrokenOff(sent.reason)) throw explainLostConnection(sent.reason);
  throw explainLostConnection((taken as PromiseRejectedResult).reason);
}

const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error &&
  (String((error as { code?: unknown }).code).startsWith("ERR_STREAM_") || /stream/i.test(error.message));

/** Whether two databases have the same rows: one of them may be a copy whose end went unnoticed. */
export async function haveSameRows(from: string, to: string): Promise<boolean> {
  return withClient(from, (one) =>
    withClient(to, async (other) => {
      if ((await readMigration(one)) !== (await readMigration(other))) return false;
      const tables = await listTables(one, LEFT_OUT);
      const names = new Set((await listTables(other, LEFT_OUT)).map(nameOfTable));
      if (names.size !== tables.length || !tables.every((table) => names.has(nameOfTable(table))))
        return false;
      for (const table of tables) {
        const statement = copyStatement(table, "to stdout");
        const [a, b] = await Promise.all([computeSum(one, statement), computeSum(other, statement)]);
        if (a.rows !== b.rows || a.sum !== b.sum) return false;
      }
      return true;
    }),
  );
}

async function computeSum(client: pg.Client, statement: string): Promise<{ rows: number; sum: string }> {
  const sum = new RowSum();
  for await (const chunk of client.query(copyTo(statement))) sum.add(chunk as Buffer);
  return sum.end();
}

async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: "carediary move", keepAlive: true });
  client.on("error", () => {});
  await client.connect();
  try {
    await prepareSession(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

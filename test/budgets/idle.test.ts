import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { product } from "../../registry/product.ts";
import { loadConfig } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";
import { startNode } from "../../server/node.ts";
import { createTestDatabase } from "../database.ts";
import { createFakeClock } from "../fake_clock.ts";
import { allStatementsDuring } from "../statements.ts";

/**
 * What a node without clients asks of its database in a minute of its clock, all loops included; what PostgreSQL's job queue
 * polls by real time is left out. Before one statement asked for all due work there were 3,250; now 97.
 */
const MOST = 120;

it("a node without clients sends few statements a minute", async () => {
  const directory = await mkdtemp(join(tmpdir(), "carediary-idle-"));
  const database = await createTestDatabase();
  const clock = createFakeClock();
  const config = loadConfig({ DATA_DIR: directory, DATABASE_URL: database.connectionString, PORT: "0" });
  const client = async () => join(directory, "no client");
  const node = await startNode(config, { ...product, log: createLog("silent"), client, clock });
  try {
    // The first minute has the work of the start.
    await clock.advance(60_000);
    const sent = await allStatementsDuring(() => clock.advance(60_000));
    expect(sent.filter(({ text }) => !text.includes("graphile_worker")).length).toBeLessThanOrEqual(MOST);
    // The statement that asks for due work finds it by indexes, however many rows wait for later.
    const { text, values } = sent.find((each) => each.text.startsWith("select array["))!;
    const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
    await pool.query("set enable_seqscan = off");
    const { rows } = await pool.query(`explain ${text}`, values);
    await pool.end();
    expect(JSON.stringify(rows)).not.toContain("Seq Scan");
  } finally {
    await node.stop();
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  }
});

import { expect, it } from "vitest";
import { startService } from "../../test/service.ts";
import { createLog } from "../log.ts";
import { withDatabase } from "./connection.ts";

it("a command of a newer version refuses to work with the database of an older one, and says so", async () => {
  const service = await startService();
  const { pool, connectionString } = service.database;
  const run = () =>
    withDatabase(
      { databaseUrl: connectionString, dataDir: "/nowhere" },
      createLog("silent"),
      async () => "done",
    );
  expect(await run()).toBe("done");
  // As if this version had one more migration than the server.
  const newest = "(select max(name) from schema_migrations)";
  const { rows } = await pool.query(`delete from schema_migrations where name = ${newest} returning name`);
  expect(rows).toHaveLength(1);
  await expect(run()).rejects.toThrow(/server of an older version runs on this database.*stop the server/);
  const applied = await pool.query("select 1 from schema_migrations where name = $1", [rows[0].name]);
  expect(applied.rows).toEqual([]);
  await service.close();
});

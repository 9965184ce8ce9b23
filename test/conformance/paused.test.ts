import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteChangesBefore } from "../../server/sync/snapshot.ts";
import { careTeam, createNote } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { endNodeProcesses, startNodeProcess } from "./node_processes.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  endNodeProcesses();
  await service.close();
});

/** What other nodes do every two minutes, at this moment. */
async function dropChanges(): Promise<number> {
  const { pool } = service.database;
  const { rows } = await pool.query("select pg_current_snapshot()::text as id");
  await deleteChangesBefore(pool, rows[0].id);
  return Number((await pool.query("select count(*) from sync_log")).rows[0].count);
}

it("rule 5 delivers changes that were deleted from the log while the node's machine was paused", async () => {
  const { diaryId, owner } = await careTeam(service);
  const node = await startNodeProcess(service);
  const client = await RawClient.open(node.url, { token: await service.issuer.tokenFor(owner) });
  client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await client.until(() => client.values.has(0));
  await client.settle();

  // However long: a suspended machine's monotonic clock stands still, so nothing may depend on it.
  node.signal("SIGSTOP");
  await createNote(owner, diaryId, { title: "Written meanwhile" });
  await eventually(async () => (await dropChanges()) === 0);
  node.signal("SIGCONT");

  await client.until(() => (client.values.get(0) as unknown[]).length === 1);
  expect(client.violations).toEqual([]);
  await client.close();
  await node.kill();
}, 40_000);

import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { createNote, createNotebook, createPerson, noteArguments, type TestPerson } from "../people.ts";
import type { FaultProxy, Target } from "../proxy.ts";
import { type Service, serveService } from "../service.ts";
import { createIssuer } from "../tokens.ts";
import { proxyToDatabase } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let directory: string;
let postgres: EmbeddedPostgres;
let databaseProxy: FaultProxy;
let service: Service;
let owner: TestPerson;
let diaryId: string;

const startPostgres = (name: string) =>
  startEmbeddedPostgres({
    dataDir: join(directory, name),
    log: createLog("silent"),
    settings: { fsync: "off", synchronous_commit: "off" },
  });

function targetOf({ connectionString }: EmbeddedPostgres): Target {
  const url = new URL(connectionString);
  return { path: `${url.searchParams.get("host")}/.s.PGSQL.${url.port}` };
}

/** Lets the node reach no database until `work` has put another in its place. */
async function whileUnreachable(work: () => Promise<void>): Promise<void> {
  databaseProxy.faults.refuse = true;
  databaseProxy.cut();
  await postgres.stop();
  await work();
  databaseProxy.target = targetOf(postgres);
  databaseProxy.faults.refuse = false;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-failover-"));
  await chmod(directory, 0o711);
  await mkdir(join(directory, "first"), { mode: 0o711 });
  postgres = await startPostgres("first");
  const migrating = openDatabase(postgres.connectionString, { max: 1 });
  await migrate(migrating);
  await migrating.close();
  const { connectionString, proxy } = await proxyToDatabase(postgres.connectionString);
  databaseProxy = proxy;
  service = await serveService(connectionString, await createIssuer(), {});
  owner = await createPerson(service, "Olga Owner");
  diaryId = await createNotebook(owner);
  await createNote(owner, diaryId, { title: "Before the copy" });
}, 90_000);
afterAll(async () => {
  await service?.close();
  await databaseProxy?.close();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

it("rule 4 rule 5 shows nothing stale and lets no timestamp go back after a failover to a copy that lags behind", async () => {
  await whileUnreachable(async () => {
    await promisify(execFile)("cp", ["-a", join(directory, "first"), join(directory, "second")]);
    postgres = await startPostgres("first");
  });
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await client.until(() => client.values.has(0));
  const titles = () => (client.values.get(0) as { title: string }[]).map(({ title }) => title);
  for (let i = 0; i < 40; i++) {
    await eventually(() => createNote(owner, diaryId, { title: `Lost ${i}` }).catch(() => null));
  }
  await client.until(() => titles().length === 41);
  const before = client.ts;

  // Ids of transactions and timestamps that were handed out already are handed out again from here on.
  await whileUnreachable(async () => {
    postgres = await startPostgres("second");
  });
  // Nobody writes: what was lost disappears by itself.
  await client.until(() => titles().length === 1);
  await eventually(
    () => createNote(owner, diaryId, { title: "After the failover" }).catch(() => null),
    10_000,
  );
  await client.until(() => titles().length === 2);
  expect(titles().sort()).toEqual(["After the failover", "Before the copy"]);

  const answer = await client.call("notes:createNote", noteArguments(diaryId, { title: "Own" }));
  expect(answer).toMatchObject({ success: true });
  await client.until(() => titles().includes("Own"));
  expect(client.ts).toBeGreaterThan(before);
  expect(client.violations).toEqual([]);
  const { rows } = await service.database.pool.query("select last_value::text as ts from sync_ts");
  expect(BigInt(rows[0].ts)).toBeGreaterThan(before);
  await client.close();
}, 90_000);

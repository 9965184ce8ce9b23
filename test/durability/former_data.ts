import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { listFormerClusters, removeFormerClusters } from "../../server/db/embedded/former_cluster.ts";
import { migrate } from "../../server/db/migrate.ts";
import { freePort } from "../../server/http/free_port.ts";
import { createLog } from "../../server/log.ts";
import { runFormerCluster } from "../former-cluster.ts";
import { api, careTeam, createComment, createNote } from "../people.ts";
import { rowDigests } from "../row-digests.ts";
import { programEnvironment, startServer, temporaryDirectory } from "../server-process.ts";
import { serveService } from "../service.ts";
import { createIssuer } from "../tokens.ts";

/** The step after which the new cluster is whole; a later start then only renames. */
export const WHOLE = 6;
const log = createLog("silent");

let former: Awaited<ReturnType<typeof temporaryDirectory>>;
let digests: Record<string, string>;
let timestamp: bigint;

/** Makes a data directory of a version with PostgreSQL 15, in which people have written. Removed with `removeFormer`. */
export async function makeFormer(): Promise<string> {
  former = await temporaryDirectory();
  const postgres = await runFormerCluster(former.path);
  const database = openDatabase(postgres.connectionString, { max: 1 });
  await migrate(database);
  const service = await serveService(postgres.connectionString, await createIssuer(), {});
  const { owner, caregiver, diaryId } = await careTeam(service);
  for (let n = 0; n < 30; n++) {
    const noteId = await createNote(owner, diaryId, { title: `Note ${n} with a tab\tand a \\ and a 💊` });
    await createComment(caregiver, diaryId, noteId, { content: `Zwei\nZeilen ${n}` });
  }
  await owner.http.mutation(api.tasks.createTask, { diaryId, title: "Ask the clinic" });
  await service.close();
  digests = await rowDigests(postgres.connectionString);
  timestamp = await lastTimestamp(postgres.connectionString);
  await database.close();
  await postgres.stop();
  await writeFile(join(former.path, "secret.key"), "a secret of the former version, long enough\n");
  expect(Number(digests.notes!.split(" ")[0])).toBe(30);
  return former.path;
}
export const removeFormer = () => former?.remove();

/** What the rows of the former cluster add up to. */
export const formerDigests = () => digests;

export async function copyOfFormer(): Promise<string> {
  const directory = await temporaryDirectory();
  onTestFinished(directory.remove);
  // With the owners that they have, which another user's copy hasn't.
  await new Promise<void>((resolve, reject) =>
    execFile("cp", ["-a", `${former.path}/.`, directory.path], (error) =>
      error ? reject(error) : resolve(),
    ),
  );
  return directory.path;
}

async function lastTimestamp(connectionString: string): Promise<bigint> {
  const database = openDatabase(connectionString, { max: 1 });
  const { rows } = await database.pool.query("select last_value::text as value from sync_ts");
  await database.close();
  return BigInt(rows[0].value);
}

/** Carries over in a process of its own; returns the steps that it said before it ended or was killed. */
export const carryOverAndKill = (dataDir: string, step: number | "", afterMs = 0) =>
  new Promise<{ steps: string[]; signal: string | null; err: string }>((resolve) => {
    execFile(
      process.execPath,
      [
        join(import.meta.dirname, "..", "carry-over-process.ts"),
        dataDir,
        String(step),
        ...(afterMs ? [String(afterMs)] : []),
      ],
      { env: programEnvironment() },
      (error, out, err) =>
        resolve({ steps: out.split("\n").filter(Boolean), signal: error?.signal ?? null, err }),
    );
  });

/** That the directory has the data in this version's PostgreSQL, and the former cluster beside it. */
export async function expectCarriedOver(dataDir: string): Promise<void> {
  expect(await readFile(join(dataDir, "postgres", "PG_VERSION"), "utf8")).toBe("18\n");
  expect(await readFile(join(dataDir, "postgres-15", "PG_VERSION"), "utf8")).toBe("15\n");
  expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres")).sort()).toEqual([
    "postgres",
    "postgres-15",
  ]);
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  try {
    expect(await rowDigests(postgres.connectionString)).toEqual(digests);
    // Clients of before never see time go back.
    expect(await lastTimestamp(postgres.connectionString)).toBeGreaterThan(timestamp);
  } finally {
    await postgres.stop();
  }
}

/** Starts a server on a former data directory: it says on its port that it carries over, and works afterwards. */
export async function expectStartCarriesOver(dataDir: string, workers: "1" | "2"): Promise<void> {
  const port = String(await freePort());
  const starting = startServer({ DATA_DIR: dataDir, LOG_LEVEL: "info", PORT: port, WORKERS: workers });
  const get = (path: string, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers }).catch(() => null);
  const ready = async () => (await get("/health/ready"))?.text();
  await expect
    .poll(ready, { timeout: 30_000, interval: 50 })
    .toBe("The server carries its data over to another version of its database\n");
  const page = await get("/", { accept: "text/html" });
  expect([page?.status, page?.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await page?.text()).toContain("<h1>CareDiary will be back soon</h1>");
  const server = await starting;
  try {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(server.output()).toMatch(/"from":15,"to":18.*carrying the database over/);
    expect(server.output()).toMatch(/"seconds":\d+,"rows":\d+.*was carried over, and all rows were compared/);
  } finally {
    expect((await server.end("SIGTERM")).code).toBe(0);
  }
  expect(await listFormerClusters(dataDir)).toMatchObject([
    { major: 15, path: join(dataDir, "postgres-15") },
  ]);
  expect(await removeFormerClusters(dataDir)).toHaveLength(1);
  expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
}

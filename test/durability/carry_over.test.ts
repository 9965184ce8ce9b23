import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../server/db/database.ts";
import { startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { listFormerClusters, removeFormerClusters } from "../../server/db/embedded/former_cluster.ts";
import { migrate } from "../../server/db/migrate.ts";
import { freePort } from "../../server/http/free-port.ts";
import { createLog } from "../../server/log.ts";
import { runFormerCluster } from "../former-cluster.ts";
import { api, careTeam, createComment, createNote } from "../people.ts";
import { POSTGRES_15 } from "../postgres-15.ts";
import { seededRandom } from "../random.ts";
import { rowDigests } from "../row-digests.ts";
import { programEnvironment, startServer, temporaryDirectory } from "../server-process.ts";
import { serveService } from "../service.ts";
import { refusalOf } from "../start-here.ts";
import { createIssuer } from "../tokens.ts";

const random = seededRandom();

/** Kills at moments by chance; with any, also after each step (`npm run drill -- carry-over`). */
const KILLS = Number(process.env.CARRY_OVER_KILLS ?? 0);
/** The step after which the new cluster is whole; a later start then only renames. */
const WHOLE = 6;
const log = createLog("silent");

let former: Awaited<ReturnType<typeof temporaryDirectory>>;
let digests: Record<string, string>;
let timestamp: bigint;

/** A data directory of a version with PostgreSQL 15, in which people have written. */
beforeAll(async () => {
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
}, 120_000);
afterAll(() => former?.remove());

async function copyOfFormer(): Promise<string> {
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
const carryOverAndKill = (dataDir: string, step: number | "", afterMs = 0) =>
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
async function expectCarriedOver(dataDir: string): Promise<void> {
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

describe("data of a former major version of PostgreSQL", () => {
  it.each(["1", "2"])(
    "is carried over by the start of the server with %s process(es), which says so on its port; the former cluster is kept until it is removed",
    async (workers) => {
      const dataDir = await copyOfFormer();
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
        expect(server.output()).toMatch(
          /"seconds":\d+,"rows":\d+.*was carried over, and all rows were compared/,
        );
      } finally {
        expect((await server.end("SIGTERM")).code).toBe(0);
      }
      expect(await listFormerClusters(dataDir)).toMatchObject([
        { major: 15, path: join(dataDir, "postgres-15") },
      ]);
      expect(await removeFormerClusters(dataDir)).toHaveLength(1);
      expect((await readdir(dataDir)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
    },
  );

  it("is the same after kills at any step, also when an older version made an empty database between the renames", async () => {
    const dataDir = await copyOfFormer();
    for (let kill = 0; kill < KILLS; kill++) {
      const { steps } = await carryOverAndKill(dataDir, "", 200 + random() * 4_000);
      if (!steps.includes("carrying over: the new cluster is in its place")) continue;
      await expectCarriedOver(dataDir);
      await rename(join(dataDir, "postgres"), join(dataDir, `done-${kill}`));
      await rename(join(dataDir, "postgres-15"), join(dataDir, "postgres"));
    }
    for (const step of KILLS > 0 ? [1, 2, 3, 4, 5, WHOLE] : [4, WHOLE]) {
      const { steps, signal, err } = await carryOverAndKill(dataDir, step);
      expect([signal, steps.length], `${step}: ${steps.join()} ${err}`).toEqual(["SIGKILL", step]);
    }
    expect((await carryOverAndKill(dataDir, 1)).steps).toEqual([
      "carrying over: the former cluster has its new name",
    ]);
    await (await runFormerCluster(dataDir)).stop();
    expect(await refusalOf({ DATA_DIR: dataDir })).toMatch(
      /isn't the database that was being carried over.*postgres-15.*move .* away/,
    );
    await rename(join(dataDir, "postgres"), join(dataDir, "empty"));
    // The next one only puts the new cluster in its place.
    expect((await carryOverAndKill(dataDir, "")).steps).toEqual([
      "carrying over: the new cluster is in its place",
    ]);
    await expectCarriedOver(dataDir);
  }, 3_600_000);

  it("is carried over anew when an older version was used in between", async () => {
    const dataDir = await copyOfFormer();
    await carryOverAndKill(dataDir, WHOLE);
    const older = await runFormerCluster(dataDir);
    const database = openDatabase(older.connectionString, { max: 1 });
    await database.pool.query("update notes set title = 'Written in between' where title like 'Note 7%'");
    await database.close();
    const between = await rowDigests(older.connectionString);
    await older.stop();
    expect(between.notes).not.toBe(digests.notes);
    await carryOverAndKill(dataDir, "");
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    expect(await rowDigests(postgres.connectionString)).toEqual(between);
    await postgres.stop();
  }, 120_000);

  it("is named with what to do when its programs aren't there, are others or aren't needed, and isn't touched", async () => {
    const directory = await temporaryDirectory();
    onTestFinished(directory.remove);
    const env = { DATA_DIR: directory.path };
    await mkdir(join(directory.path, "postgres"));
    const of = (major: number) => writeFile(join(directory.path, "postgres", "PG_VERSION"), `${major}\n`);
    await of(14);
    expect(await refusalOf(env)).toMatch(
      /is of PostgreSQL 14, and this version of CareDiary has PostgreSQL 18: .*postgresql-14.*FORMER_POSTGRES_BIN.*Nothing was changed/,
    );
    expect(await refusalOf({ ...env, FORMER_POSTGRES_BIN: POSTGRES_15 })).toMatch(
      /FORMER_POSTGRES_BIN: .* has PostgreSQL 15, and the data is of PostgreSQL 14/,
    );
    expect(await refusalOf({ ...env, FORMER_POSTGRES_BIN: directory.path })).toMatch(
      /FORMER_POSTGRES_BIN: .*postgres can't be run/,
    );
    await of(19);
    expect(await refusalOf(env)).toMatch(
      /is of PostgreSQL 19, and this version of CareDiary has PostgreSQL 18, which can't go back: start the newer version/,
    );
    await of(15);
    await mkdir(join(directory.path, "postgres-15"));
    expect(await refusalOf(env)).toMatch(/kept as .*postgres-15, which is there already: move that away/);
    expect(await readdir(join(directory.path, "postgres"))).toEqual(["PG_VERSION"]);
  });

  it("isn't begun without room for it, and isn't touched", async () => {
    const disk = await temporaryDirectory();
    onTestFinished(disk.remove);
    const run = promisify(execFile);
    // Room for the former cluster, not for another one.
    await run("mount", ["-t", "tmpfs", "-o", "size=200m", "tmpfs", disk.path]);
    onTestFinished(() => run("umount", [disk.path]).then(() => {}));
    await run("cp", ["-a", `${former.path}/.`, disk.path]);
    const before = await readFile(join(disk.path, "postgres", "global", "pg_control"));
    expect(await refusalOf({ DATA_DIR: disk.path })).toMatch(
      /has to be carried over to another version of PostgreSQL, which needs \d\.\d GB beside it, and there are 0\.\d GB: make room\. Nothing was changed/,
    );
    expect(await readFile(join(disk.path, "postgres", "global", "pg_control"))).toEqual(before);
    expect((await readdir(disk.path)).filter((name) => name.startsWith("postgres"))).toEqual(["postgres"]);
  });

  it("isn't removed while nothing has taken its place", async () => {
    const dataDir = await copyOfFormer();
    await rename(join(dataDir, "postgres"), join(dataDir, "postgres-15"));
    await expect(removeFormerClusters(dataDir)).rejects.toThrow("there is no database of a later version");
    expect(await listFormerClusters(dataDir)).toHaveLength(1);
  });
});

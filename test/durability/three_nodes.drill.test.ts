import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { loadConfig } from "../../server/config.ts";
import { openDatabase } from "../../server/db/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../server/db/embedded/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import { createLog } from "../../server/log.ts";
import { restoreEverything, saveBackup } from "../../server/operator/backups.ts";
import { holdClientClock } from "../conformance/client_clock.ts";
import { endNodeProcesses, type NodeProcess, startNodeProcess } from "../conformance/node_processes.ts";
import { addressOf, proxyTo } from "../conformance/proxies.ts";
import { eventually, sleep } from "../conformance/waiting.ts";
import { api, careTeam, createNote, noteArguments, type TestPerson } from "../people.ts";
import { seededRandom } from "../random.ts";
import { temporaryDirectory } from "../server-process.ts";
import { type Service, serveService } from "../service.ts";
import { createIssuer, LONG_LIFETIME } from "../tokens.ts";
import {
  checkHistory,
  checkRestored,
  type History,
  type Stored,
  WITHOUT_ORDER,
  type Write,
} from "./history.ts";
import { onDatabase } from "./household.ts";

const random = seededRandom();

/** How many nodes and databases are killed; `HISTORY_KILLS=200` is the long drill. */
const KILLS = Number(process.env.HISTORY_KILLS ?? 4);
const NODES = 3;
const NOTES = 4;
/** The embedded PostgreSQL gives up when it dies more than five times within a minute. */
const BETWEEN_DATABASES_MS = 15_000;

let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let scratch: string;
let postgres: EmbeddedPostgres;
let service: Service;
beforeAll(async () => {
  directory = await temporaryDirectory();
  // What killed nodes leave behind.
  scratch = await mkdtemp(join(tmpdir(), "carediary-killed-"));
  postgres = await startEmbeddedPostgres({ dataDir: directory.path, log: createLog("silent") });
  const database = openDatabase(postgres.connectionString, { max: 1 });
  await migrate(database);
  await database.close();
  service = await serveService(postgres.connectionString, await createIssuer(), {});
}, 120_000);
afterAll(async () => {
  endNodeProcesses();
  await service?.close();
  await postgres?.stop();
  await directory?.remove();
  await rm(scratch, { recursive: true, force: true });
});

const now = () => performance.now();
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** The titles that each note has had, in the order of its versions. */
async function titlesOf(
  query: (sql: string) => Promise<{ rows: { id: string; title: string }[] }>,
): Promise<Stored> {
  const { rows } = await query(
    `select note_id as id, version, title from note_versions union all select id, version, title from notes
      order by id, version`,
  );
  const titles = new Map<string, string[]>();
  for (const { id, title } of rows) titles.set(id, [...(titles.get(id) ?? []), title]);
  return titles;
}

/** Three nodes of which one is always alive, and what happens to them. */
async function startNodes() {
  const nodes = await Promise.all(Array.from({ length: NODES }, () => startNodeProcess(service, scratch)));
  const counts = { kills: 0, databases: 0, pauses: 0 };
  let databaseAt = -BETWEEN_DATABASES_MS;
  const replace = async () => {
    const index = Math.floor(random() * NODES);
    const dead = nodes[index]!;
    // The others take over before its replacement has started.
    nodes[index] = nodes[(index + 1) % NODES]!;
    await dead.kill();
    nodes[index] = await startNodeProcess(service, scratch);
    counts.kills++;
  };
  const pause = async (node: NodeProcess) => {
    node.signal("SIGSTOP");
    await sleep(random() * 1500);
    node.signal("SIGCONT");
    counts.pauses++;
  };
  return {
    counts,
    any: () => oneOf(nodes),
    async breakSomething() {
      const dice = random();
      if (dice < 0.2) return pause(oneOf(nodes));
      const isFirst = counts.databases === 0 && counts.kills > 0;
      if ((dice > 0.3 && !isFirst) || now() < databaseAt + BETWEEN_DATABASES_MS) return replace();
      databaseAt = now();
      process.kill(postgres.pid(), "SIGKILL");
      counts.databases++;
    },
  };
}

/** Rejects unless the call was broken off or refused because the server was unavailable. */
function expectBroken(error: unknown): void {
  const text = String(error);
  if (/access-denied|not-found|invalid-argument|conflict/.test(text)) throw error;
}

it(`agrees with a model while ${KILLS} nodes and databases are killed and others pause, and so does a backup`, {
  timeout: 180_000 + KILLS * 8_000,
}, async () => {
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, owner, admin, caregiver, viewer } = await careTeam(service);
  // Three people who may change each note.
  await service.database.pool.query("update members set role = 'admin' where user_id = $1", [
    caregiver.userId,
  ]);
  const noteIds: string[] = [];
  const history: History = { writes: [], reads: [], sights: [] };
  for (let n = 0; n < NOTES; n++) {
    const title = `first ${n}`;
    const invokedAt = now();
    const register = await createNote(owner, diaryId, { title, visibility: "extended" });
    history.writes.push({ by: "setup", register, value: title, invokedAt, answeredAt: now() });
    noteIds.push(register);
  }
  const { diaryId: _, type: __, ...fields } = noteArguments(diaryId, { visibility: "extended" });
  const nodes = await startNodes();
  let isGoing = true;
  let failure: unknown = null;
  let count = 0;
  const begin = (by: string): Write => {
    const write = { by, register: oneOf(noteIds), value: `v${count++}`, invokedAt: now(), answeredAt: null };
    history.writes.push(write);
    return write;
  };

  /** A live client behind a line that breaks: it writes, and records what its screen shows. */
  const startDevice = async (person: TestPerson, by: string, writes: boolean) => {
    const { proxy, url } = await proxyTo(nodes.any().url);
    const client = service.connect(person, { url });
    client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => {
      for (const { _id, title } of notes) history.sights.push({ by, register: _id, value: title, at: now() });
    });
    const redirect = setInterval(() => {
      proxy.target = addressOf(nodes.any().url);
      if (random() < 0.05) proxy.cut(oneOf(["rst", "fin"]));
    }, 200);
    const lane = async () => {
      while (isGoing && writes) {
        const write = begin(by);
        await client
          .mutation(api.notes.updateNote, { ...fields, noteId: write.register, title: write.value })
          .then(
            () => (write.answeredAt = now()),
            (error) => {
              if (error.data?.code !== "busy") throw error;
              write.isRefused = true;
            },
          );
        await sleep(random() * 60);
      }
    };
    await Promise.all([lane(), lane()]);
    // Called when all have written: what the screen shows at rest is what is stored.
    return async () => {
      const shown = () =>
        client.client.localQueryResult("notes:listNotes", { diaryId }) as { _id: string; title: string }[];
      const stored = await titlesOf((sql) => service.database.pool.query(sql));
      await eventually(
        () => shown()?.every(({ _id, title }) => stored.get(_id)!.at(-1) === title),
        20_000,
        () => `the screen of ${by} isn't what is stored`,
      );
      clearInterval(redirect);
      await client.close();
      await proxy.close();
    };
  };

  /** A program that reads and writes by single calls on any node; it doesn't learn what became of a broken write. */
  const startProgram = async (person: TestPerson, by: string) => {
    const token = await service.issuer.tokenFor(person, LONG_LIFETIME);
    while (isGoing) {
      const http = new ConvexHttpClient(nodes.any().url, {
        skipConvexDeploymentUrlCheck: true,
        logger: false,
      });
      http.setAuth(token);
      const register = oneOf(noteIds);
      const invokedAt = now();
      await http
        .query(api.notes.getNote, { noteId: register })
        .then(
          (note) => history.reads.push({ by, register, value: note!.title, invokedAt, answeredAt: now() }),
          expectBroken,
        );
      if (random() < 0.3) {
        const write = begin(WITHOUT_ORDER);
        await http
          .mutation(api.notes.updateNote, { ...fields, noteId: write.register, title: write.value })
          .then(() => (write.answeredAt = now()), expectBroken);
      }
      await sleep(random() * 80);
    }
  };

  const devices = [owner, admin, caregiver].flatMap((person) =>
    ["phone", "laptop"].map((device) => startDevice(person, `${person.name} ${device}`, true)),
  );
  devices.push(startDevice(viewer, "viewer", false));
  const programs = [owner, caregiver, viewer, viewer].map((person, n) =>
    startProgram(n > 1 ? owner : person, `program ${n}`),
  );
  const answered = () => history.writes.filter(({ answeredAt }) => answeredAt !== null).length;
  for (const work of [...devices, ...programs]) {
    work.catch((error) => {
      failure ??= error;
      isGoing = false;
    });
  }
  while (isGoing && nodes.counts.kills + nodes.counts.databases < KILLS) {
    const before = answered();
    await eventually(() => answered() > before + 20 || !isGoing, 60_000);
    await sleep(random() * 400);
    await nodes.breakSomething();
  }
  if (failure) throw failure;

  const archive = join(directory.path, "during.tar");
  const begunAt = now();
  await saveBackup(
    loadConfig({ DATA_DIR: join(directory.path, "unused"), DATABASE_URL: postgres.connectionString }),
    createLog("silent"),
    rooms,
    { file: archive, lock: null, withKeys: false },
  );
  const during = answered();
  await eventually(() => answered() > during, 60_000);
  isGoing = false;
  await Promise.all(programs);
  const settled = await Promise.all(devices);
  for (const settle of settled) await settle();
  clock.restore();

  const stored = await titlesOf((sql) => service.database.pool.query(sql));
  expect(checkHistory(history, stored).slice(0, 20)).toEqual([]);

  const elsewhere = join(directory.path, "elsewhere");
  await restoreEverything(loadConfig({ DATA_DIR: elsewhere }), createLog("silent"), archive, null);
  const restored = await onDatabase(elsewhere, ({ pool }) => titlesOf((sql) => pool.query(sql)));
  expect(checkRestored(history, stored, restored, begunAt).slice(0, 20)).toEqual([]);
  const refused = history.writes.filter(({ isRefused }) => isRefused).length;
  const unknown = history.writes.length - answered() - refused;
  process.stdout.write(
    `${nodes.counts.kills} nodes and ${nodes.counts.databases} databases killed, ${nodes.counts.pauses} pauses: ` +
      `${answered()} writes answered, ${refused} refused as busy, ${unknown} broken off, ${history.reads.length} reads, ${history.sights.length} titles on screens\n`,
  );
});

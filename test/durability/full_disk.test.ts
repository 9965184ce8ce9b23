import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holdClientClock } from "../conformance/client_clock.ts";
import { eventually, sleep } from "../conformance/waiting.ts";
import { api, noteArguments } from "../people.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { Visitor } from "../sign-in-server.ts";
import { putFile } from "../uploads.ts";
import { copyUsedInto } from "../used-directory.ts";
import { createHousehold, onDatabase } from "./household.ts";
import { type SmallDisk, smallDisk } from "./small-disk.ts";
import { Writer } from "./writer.ts";

/** How long the disk stays full after PostgreSQL has ended; `npm run drill -- disk` waits longer than any count of restarts. */
const FULL_MS = Number(process.env.DISK_FULL_SECONDS ?? 1) * 1000;
const KIND = process.env.DISK_KIND === "ext4" ? "ext4" : "memory";

const DISK_FULL = /^The server's disk is full/;

let disk: SmallDisk;
let server: ServerProcess;
beforeAll(async () => {
  disk = await smallDisk(512, KIND);
  await copyUsedInto(disk.outside);
  server = await startServer({ DATA_DIR: disk.path, LOG_LEVEL: "info" }, { by: disk.by });
}, 60_000);
afterAll(async () => {
  await server?.end("SIGKILL");
  await disk?.remove();
});

const readiness = async () => {
  const answer = await fetch(`${server.url}/health/ready`);
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  return { status: answer.status, checks };
};

const countLogged = (words: string) => server.output().split(words).length - 1;
/** Waits until the server has looked at its disk, which it does once a second, and logged that it is full or has room. */
const waitForLog = (state: "is full: nothing is saved" | "has room again", times: number) =>
  eventually(() => countLogged(`The disk ${state}`) >= times, 20_000, server.output);

it("loses nothing when the disk fills up under writers, lets people read, and goes on once there is room", async () => {
  // Seconds of waiting to reconnect become fractions of one.
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, people } = await createHousehold(server.url, disk.outside, ["Maria", "Jonas", "Ayse"]);
  const watching = people[0]!.device();
  let shown: readonly { title: string }[] = [];
  watching.onUpdate(api.notes.listNotes, { diaryId }, (notes) => (shown = notes as typeof shown));
  const file = { name: "scan.bin", type: "application/octet-stream", bytes: Buffer.alloc(3_000_000, "x") };
  const noteId = await watching.mutation(
    api.notes.createNote,
    noteArguments(diaryId, { title: "With files" }),
  );
  const requestUpload = () =>
    watching.action(api.attachments.generateUploadUrl, {
      diaryId,
      noteId,
      filename: file.name,
      mimeType: file.type,
      sizeBytes: file.bytes.length,
    });
  const openLink = await requestUpload();

  const writers = people.map(
    (person) => new Writer(person.device(), diaryId, person.email, { goesOn: true }),
  );
  const count = (of: "acknowledged" | "refused") => writers.reduce((sum, writer) => sum + writer[of].size, 0);
  const more = async (of: "acknowledged" | "refused", by: number, withinMs = 20_000) => {
    const before = count(of);
    await eventually(
      () => count(of) >= before + by,
      withinMs,
      () => `${of}: ${count(of) - before}. ${server.output()}`,
    );
  };
  await more("acknowledged", 30);

  // Nearly full: writes are refused in words before PostgreSQL needs the last room.
  await disk.fillUntil(20);
  await more("refused", 10);
  // What was under way when room ran out still has an answer coming.
  const isAnswered = (writer: Writer, title: string) =>
    writer.acknowledged.has(title) || writer.refused.has(title);
  const underWay = writers.flatMap((writer) => writer.sent.map((title) => ({ writer, title })));
  await eventually(() => underWay.every(({ writer, title }) => isAnswered(writer, title)), 20_000);
  const before = count("acknowledged");
  await more("refused", 10);
  expect(count("acknowledged")).toBe(before);
  expect(await readiness()).toMatchObject({ status: 503, checks: { database: "ok", disk: "full" } });
  await eventually(() => shown.length > 0);
  const late = new Visitor(server.url, { origin: server.url });
  expect((await late.signIn(people[1]!.email, "a quiet morning by the window")).status).toBe(200);
  expect(await late.token()).not.toBeNull();
  const upload = await putFile(openLink.uploadUrl, file);
  expect([upload.status, await upload.json()]).toMatchObject([
    503,
    { error: expect.stringMatching(DISK_FULL) },
  ]);
  await expect(requestUpload()).rejects.toThrow(/disk is full/);
  expect(await readdir(join(disk.outside, "files/drafts")).catch(() => [])).toEqual([]);

  await waitForLog("is full: nothing is saved", 1);
  await disk.makeRoom();
  await more("acknowledged", 30);
  await waitForLog("has room again", 1);
  expect((await putFile(openLink.uploadUrl, file)).status).toBe(200);

  // Full at once, with no room for PostgreSQL's log: it ends, and can't come back before there is room.
  const stop = writeLogUntilItEnds(disk);
  await disk.fillUntil(0);
  await eventually(async () => (await readiness()).checks.database === "failed", 30_000);
  await stop();
  await waitForLog("is full: nothing is saved", 2);
  await sleep(FULL_MS);
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
  await disk.makeRoom();
  await more("acknowledged", 30, 60_000);
  expect((await readiness()).status).toBe(200);
  await waitForLog("has room again", 2);

  await Promise.all(writers.map((writer) => writer.finish()));
  await watching.close();
  clock.restore();
  expect(server.output()).toContain("is full, so it starts again when there is room");
  // Once when it begins and once when it is over, however many writes are refused.
  expect([countLogged("The disk is full: nothing is saved"), countLogged("The disk has room again")]).toEqual(
    [2, 2],
  );
  const wrong = writers
    .flatMap(({ refused }) => [...refused.values()])
    .filter((words) => !DISK_FULL.test(words));
  expect(wrong).toEqual([]);

  const stored = await onDatabase(disk.outside, async ({ pool }) => {
    const { rows } = await pool.query<{ id: string; title: string }>(
      "select id, title from notes order by id",
    );
    return rows;
  });
  const idOf = new Map(stored.map(({ id, title }) => [title, id]));
  expect(idOf.size, "stored twice").toBe(stored.length);
  for (const { acknowledged, refused, sent } of writers) {
    expect(
      [...acknowledged].filter(([title, id]) => idOf.get(title) !== id),
      "lost",
    ).toEqual([]);
    expect(
      [...refused.keys()].filter((title) => idOf.has(title)),
      "refused, but stored",
    ).toEqual([]);
    const own = new Set(sent);
    expect(stored.map(({ title }) => title).filter((title) => own.has(title))).toEqual([
      ...acknowledged.keys(),
    ]);
  }
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0 });
}, 180_000);

it("says in the log that the disk is full when it starts on one", async () => {
  await disk.fillUntil(40);
  server = await startServer({ DATA_DIR: disk.path, LOG_LEVEL: "info" }, { by: disk.by });
  expect(countLogged("The disk is full: nothing is saved")).toBe(1);
  expect(countLogged("The disk has room again")).toBe(0);
  await disk.makeRoom();
  await waitForLog("has room again", 1);
}, 60_000);

/** Fills PostgreSQL's log with what no table holds, until PostgreSQL ends. */
function writeLogUntilItEnds({ outside }: SmallDisk): () => Promise<void> {
  const work = onDatabase(outside, async ({ pool }) => {
    for (;;) await pool.query("select pg_logical_emit_message(false, 'drill', repeat('x', 4000000))");
  }).catch(() => {});
  return () => work;
}

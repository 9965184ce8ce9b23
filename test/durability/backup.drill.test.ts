import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { loadConfig } from "../../server/config.ts";
import { createLog } from "../../server/log.ts";
import { restoreEverything, saveBackup } from "../../server/operator/backups.ts";
import { eventually } from "../conformance/waiting.ts";
import { startServer } from "../server-process.ts";
import { usedDirectory } from "../used-directory.ts";
import { createHousehold, onDatabase } from "./household.ts";
import { Writer } from "./writer.ts";

// The whole program, as an operator runs it: backed up under writes, lost, and brought back elsewhere.
it("brings back every note that was acknowledged before the backup began, each once, and goes on", async () => {
  const first = await usedDirectory();
  onTestFinished(first.remove);
  const server = await startServer({ DATA_DIR: first.path });
  const { diaryId, people } = await createHousehold(server.url, first.path, ["Maria", "Jonas"]);
  const writers = people.map((person) => new Writer(person.device(), diaryId, person.email));
  const acknowledged = () => new Map(writers.flatMap((writer) => [...writer.acknowledged]));
  await eventually(() => acknowledged().size > 60, 30_000);

  const before = acknowledged();
  const archive = join(first.path, "one.tar");
  const backup = { file: archive, lock: null, withKeys: false };
  const log = createLog("silent");
  await saveBackup(loadConfig({ DATA_DIR: first.path }), log, rooms, backup);
  const after = acknowledged();
  expect(after.size, "nobody waited for the backup").toBeGreaterThan(before.size);
  await Promise.all(writers.map((writer) => writer.finish()));
  await server.end("SIGKILL");

  const elsewhere = join(first.path, "elsewhere");
  const lines = await restoreEverything(loadConfig({ DATA_DIR: elsewhere }), log, archive, null);
  expect(lines[1]).toBe(
    `The server's keys aren't in the backup: bring back secret.key into ${elsewhere} before you start the server.`,
  );
  const withKey = join(first.path, "with-key");
  await mkdir(withKey);
  await copyFile(join(first.path, "secret.key"), join(withKey, "secret.key"));
  expect(
    (await restoreEverything(loadConfig({ DATA_DIR: withKey }), log, archive, null)).slice(1),
    "a key that is there isn't asked for",
  ).toEqual([`The secret.key in ${withKey} stays: it has to be that of the server that was backed up.`]);
  const stored = await onDatabase(elsewhere, async ({ pool }) => {
    const { rows } = await pool.query<{ id: string; title: string }>("select id, title from notes");
    return rows;
  });
  const idOf = new Map(stored.map(({ id, title }) => [title, id]));
  expect(idOf.size, "none is there twice").toBe(stored.length);
  expect([...before].filter(([title, id]) => idOf.get(title) !== id)).toEqual([]);
  // A snapshot holds each writer's notes up to one moment, without a gap.
  for (const { sent } of writers) {
    const there = sent.map((title) => idOf.has(title));
    const gap = there.indexOf(false);
    const late = gap === -1 ? [] : there.slice(gap + 3).filter(Boolean);
    expect(late, "each writer has three under way at once").toEqual([]);
  }

  // The restored server goes on: without the former keys people sign in anew.
  const restored = await startServer({
    DATA_DIR: elsewhere,
    SECRET_KEY: "a key of the restored server, long enough",
  });
  expect((await fetch(`${restored.url}/health/ready`)).status).toBe(200);
  await restored.end("SIGTERM");
}, 120_000);

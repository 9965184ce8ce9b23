import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { rooms } from "../../registry/rooms.ts";
import { smallDisk } from "../../test/durability/small-disk.ts";
import { careTeam, createNote } from "../../test/people.ts";
import { type S3Server, startS3Server } from "../../test/s3_server.ts";
import { type Service, startService } from "../../test/service.ts";
import { attachAs } from "../../test/uploads.ts";
import { loadConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { createDrafts } from "../storage/drafts.ts";
import { createS3Storage } from "../storage/s3.ts";
import { fetchFromBucket, listInBucket } from "./bucket.ts";
import { getBackupName } from "./names.ts";
import { getLastPlanned, listBackups, startBackups } from "./schedule.ts";

/** Doesn't become smaller. */
const bytes = randomBytes(3_000_000);

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let target: { diaryId: string; noteId: string };
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
  target = { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId) };
});
afterAll(() => service.close());

const at = (text: string) => Date.parse(text);
let made = 0;
const newDirectory = async () => {
  const directory = join(inject("scratch"), `planned-${process.pid}-${made++}`);
  await mkdir(directory, { recursive: true });
  return directory;
};

/** Starts the planned backups of one node; stopped when the test ends. */
function start(directory: string, env: Record<string, string> = {}) {
  const metrics = new Registry();
  const config = loadConfig({ DATA_DIR: join(directory, "data"), BACKUP_DIR: directory, ...env });
  const backups = startBackups(config, {
    database: service.database,
    rooms,
    log: createLog("silent"),
    metrics,
  });
  onTestFinished(() => backups.stop());
  return { ...backups, metrics };
}

/** The settings of a node with this bucket. */
const settingsOf = ({ config }: S3Server): Record<string, string> => ({
  STORAGE: "s3",
  S3_BUCKET: config.bucket,
  S3_ENDPOINT: config.endpoint!,
  S3_REGION: config.region,
  S3_ACCESS_KEY_ID: "S3RVER",
  S3_SECRET_ACCESS_KEY: "S3RVER",
  S3_FORCE_PATH_STYLE: "true",
});

/** The names of whole backups, once there is one. */
const firstBackups = (directory: string) =>
  vi.waitUntil(async () => {
    const names = (await listBackups(directory)).map(({ name }) => name);
    return names.length > 0 && names;
  }, 20_000);

describe("the last planned backup", () => {
  it.each([
    ["2026-11-25T03:29:59Z", [210], "2026-11-24T03:30:00Z"],
    ["2026-11-25T03:30:00Z", [210], "2026-11-25T03:30:00Z"],
    ["2026-11-25T12:00:00Z", [210, 930], "2026-11-25T03:30:00Z"],
    ["2026-11-25T23:59:59Z", [210, 930], "2026-11-25T15:30:00Z"],
    ["2026-11-25T00:00:00Z", [210, 930], "2026-11-24T15:30:00Z"],
  ])("before %s is that of the plan", (now, minutes, planned) => {
    expect(getLastPlanned(minutes, at(now))).toBe(at(planned));
  });
});

describe("a node with BACKUP_DIR", () => {
  it("makes up for the backup that was due while it was off, once", async () => {
    const directory = await newDirectory();
    const nodes = [1, 2].map(() => start(directory, { BACKUP_PASSPHRASE: "correct horse battery" }));
    const names = await firstBackups(directory);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^carediary-2\d{3}-.*Z\.tar\.age$/);
    // One of the two made it, and says so at once; the other one sees it when it looks again.
    await vi.waitUntil(async () => {
      const texts = await Promise.all(nodes.map(({ metrics }) => metrics.metrics()));
      return texts.some((text) => !text.includes("backup_newest_timestamp_seconds 0"));
    }, 20_000);
    expect((await readdir(directory)).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  });

  it("keeps as many as it is told, and removes what a killed node has left", async () => {
    const directory = await newDirectory();
    const old = ["2026-11-01", "2026-11-02", "2026-11-03"].map((day) =>
      getBackupName(at(`${day}T03:30:00Z`), false),
    );
    for (const name of [...old, `${old[0]}.unfinished`, "holiday.tar"])
      await writeFile(join(directory, name), "old");
    await mkdir(join(directory, `${old[0]}.unfinished-work-x1Y2z3`));
    start(directory, { BACKUP_KEEP: "2" });
    await vi.waitUntil(async () => (await listBackups(directory)).length === 2, 20_000);
    const names = await readdir(directory);
    expect(names).toContain(old[2]);
    expect(names).not.toContain(old[0]);
    expect(names.filter((name) => name.includes("unfinished"))).toEqual([]);
    expect(names).toContain("holiday.tar");
  });

  it("says that it fails, and keeps the older ones", async () => {
    const directory = await newDirectory();
    const old = getBackupName(at("2026-11-01T03:30:00Z"), false);
    await writeFile(join(directory, old), "old");
    const { metrics } = start(directory, {
      BACKUP_KEEP: "1",
      BACKUP_RECIPIENT: "age1notakeyofanybody",
    });
    await vi.waitUntil(async () => (await metrics.metrics()).includes("backup_failing 1"), 20_000);
    expect(await listBackups(directory)).toHaveLength(1);
  });

  it("says so when the disk of backups fills up, keeps the older ones, and makes it once there is room", async () => {
    const disk = await smallDisk(8);
    onTestFinished(() => disk.remove());
    await attachAs(team.owner, target, { name: "scan.bin", type: "application/octet-stream", bytes });
    const directory = disk.outside;
    const old = ["2026-11-01", "2026-11-02"].map((day) => getBackupName(at(`${day}T03:30:00Z`), false));
    for (const name of old) await writeFile(join(directory, name), "old");
    // The rows fit, the file doesn't.
    await disk.fillUntil(1);
    const dataDir = await newDirectory();
    await symlink(service.files, join(dataDir, "files"));
    const settings = { BACKUP_KEEP: "1", DATA_DIR: dataDir };
    const { metrics, stop } = start(directory, settings);
    await vi.waitUntil(async () => (await metrics.metrics()).includes("backup_failing 1"), 20_000);
    await disk.makeRoom();
    expect((await readdir(directory)).sort()).toEqual(old);
    const backupConnections = async () => {
      const { rows } = await service.database.pool.query(
        "select count(*)::int as n from pg_stat_activity where application_name = 'carediary backup' and datname = current_database()",
      );
      return rows[0].n;
    };
    await expect.poll(backupConnections, { timeout: 5_000 }).toBe(0);
    await createNote(team.owner, team.diaryId);
    await stop();

    start(directory, { BACKUP_KEEP: "1" });
    await vi.waitUntil(
      async () => (await listBackups(directory)).every(({ name }) => !old.includes(name)),
      20_000,
    );
    const [made, ...others] = await readdir(directory);
    expect(others).toEqual([]);
    expect((await stat(join(directory, made!))).size).toBeGreaterThan(bytes.length);
  }, 60_000);

  it("copies the newest one to the bucket, keeps as many there, and gets it back", async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const directory = await newDirectory();
    const storage = createS3Storage(server.config, createDrafts(join(directory, "drafts")));
    const former = ["2026-11-01", "2026-11-02"].map((day) => getBackupName(at(`${day}T03:30:00Z`), true));
    for (const name of [...former, "holiday.tar"]) await storage.write(`backups/${name}`, Buffer.from("old"));
    const { metrics } = start(directory, {
      BACKUP_BUCKET: "true",
      BACKUP_KEEP: "2",
      BACKUP_PASSPHRASE: "correct horse battery",
      ...settingsOf(server),
    });
    const [made] = await firstBackups(directory);
    const names = async () => (await listInBucket(storage.large!)).map(({ name }) => name);
    await vi.waitUntil(async () => (await names()).join() === [former[1], made].join(), 20_000);
    expect(await storage.size("backups/holiday.tar")).toBe(3);
    expect(await metrics.metrics()).toContain("backup_failing 0");

    const copy = join(directory, "copy.tar.age");
    await fetchFromBucket(storage, made!, copy);
    expect((await readFile(copy)).equals(await readFile(join(directory, made!)))).toBe(true);
    await expect(fetchFromBucket(storage, made!, copy)).rejects.toThrow("already");
    await expect(fetchFromBucket(storage, former[0]!, join(directory, "x"))).rejects.toThrow("list-backups");
    expect((await readdir(directory)).filter((name) => name.endsWith(".unfinished"))).toEqual([]);
  });

  it("leaves one here that was made before backups were encrypted", async () => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const directory = await newDirectory();
    const storage = createS3Storage(server.config, createDrafts(join(directory, "drafts")));
    const [older, clear] = [getBackupName(Date.now() - 60_000, true), getBackupName(Date.now(), false)];
    for (const name of [older, clear]) await writeFile(join(directory, name), "of a moment ago");
    const { stop } = start(directory, {
      BACKUP_BUCKET: "true",
      BACKUP_PASSPHRASE: "correct horse battery",
      ...settingsOf(server),
    });
    await stop();
    expect((await listInBucket(storage.large!)).map(({ name }) => name)).toEqual([older]);
  });

  it("says that it fails while the bucket can't be reached, and copies later", async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, getBackupName(Date.now(), true)), "of a moment ago");
    const { metrics } = start(directory, {
      BACKUP_BUCKET: "true",
      BACKUP_PASSPHRASE: "correct horse battery",
      STORAGE: "s3",
      S3_BUCKET: "nowhere",
      S3_ENDPOINT: "http://127.0.0.1:9",
      S3_REGION: "us-east-1",
      S3_ACCESS_KEY_ID: "x",
      S3_SECRET_ACCESS_KEY: "x",
    });
    await vi.waitUntil(async () => (await metrics.metrics()).includes("backup_failing 1"), 20_000);
    expect(await listBackups(directory)).toHaveLength(1);
  });

  it("makes none before the next planned time", async () => {
    const directory = await newDirectory();
    await writeFile(join(directory, getBackupName(Date.now(), false)), "of a moment ago");
    const { stop } = start(directory);
    await stop();
    expect(await listBackups(directory)).toHaveLength(1);
  });
});

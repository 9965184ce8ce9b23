import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryDirectory } from "../test/server-process.ts";
import { startHere } from "../test/start-here.ts";
import { usedDirectory } from "../test/used-directory.ts";
import { startEmbeddedPostgres } from "./db/embedded/embedded.ts";
import { DiskFull } from "./disk.ts";
import { freePort } from "./http/free_port.ts";
import { createLog } from "./log.ts";
import { DatabaseTrouble, watchDisk } from "./troubles.ts";

type Line = { level: string; msg: string; part?: string };

it("with PostgreSQL away the log has one line, and one when it is back, whatever fails meanwhile", async () => {
  const directory = await usedDirectory();
  const data = await temporaryDirectory();
  const port = await freePort();
  const hba = join(directory.path, "hba.conf");
  await writeFile(hba, "local all all peer map=carediary\nhost all all 127.0.0.1/32 trust\n", {
    mode: 0o644,
  });
  const settings = { listen_addresses: "127.0.0.1", port: String(port), hba_file: hba, fsync: "off" };
  const start = () => startEmbeddedPostgres({ dataDir: directory.path, log: createLog("silent"), settings });
  let postgres = await start();
  const admin = new pg.Client({ connectionString: postgres.adminConnectionString });
  await admin.connect();
  await admin.query("create database away owner carediary");
  await admin.end();
  const lines: string[] = [];
  const env = { DATABASE_URL: `postgresql://carediary@127.0.0.1:${port}/away`, DATA_DIR: data.path };
  const node = await startHere(env, lines);
  const loud = (from = 0) =>
    lines
      .slice(from)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ level }) => ["warn", "error", "fatal"].includes(level));
  const said = (words: string) => lines.filter((line) => line.includes(words)).length;
  try {
    await expect.poll(async () => (await fetch(`${node.url}/health/ready`)).status).toBe(200);
    const before = lines.length;
    await postgres.stop();
    await expect.poll(() => said("The database doesn't answer"), { timeout: 20_000 }).toBe(1);
    // People and probes go on asking, and all that runs in the background, each second.
    for (let n = 0; n < 20; n++) {
      await Promise.all([
        fetch(`${node.url}/health/ready`),
        fetch(`${node.url}/api/query`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ path: "invitations:getInvitationByToken", args: { token: "x" } }),
        }),
      ]);
    }
    expect(loud(before).map(({ msg }) => msg)).toEqual([
      "The database doesn't answer. Nothing is saved until it does, and what was saved stays.",
    ]);
    postgres = await start();
    await expect.poll(() => said("The database answers again"), { timeout: 30_000 }).toBe(1);
    await expect
      .poll(async () => (await fetch(`${node.url}/health/ready`)).status, { timeout: 20_000 })
      .toBe(200);
  } finally {
    await node.stop();
    await postgres.stop();
    await directory.remove();
    await data.remove();
  }
}, 120_000);

describe("the trouble with the database", () => {
  let lines: Line[];
  let answers: boolean;
  let trouble: DatabaseTrouble;
  beforeEach(() => {
    vi.useFakeTimers();
    lines = [];
    const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
    trouble = new DatabaseTrouble(log, async () => answers);
  });
  afterEach(() => {
    trouble.stop();
    vi.useRealTimers();
  });
  const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const words = () => lines.map(({ msg }) => msg.replace(/\..*/, ""));

  it("is said once a minute while it lasts", async () => {
    answers = false;
    const write = vi.fn();
    for (let second = 0; second < 150; second++) {
      for (let n = 0; n < 20; n++) expect(trouble.holds(refused(), undefined, write)).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    answers = true;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(words()).toEqual([
      "The database doesn't answer",
      "The database still doesn't answer",
      "The database still doesn't answer",
      "The database answers again",
    ]);
    expect(write).not.toHaveBeenCalled();
  });

  it("has one line also when it still answers at first, while it is being stopped", async () => {
    answers = true;
    const write = vi.fn();
    expect(trouble.holds(refused(), undefined, write)).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    answers = false;
    expect(trouble.holds(refused(), undefined, write)).toBe(true);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([write.mock.calls.length, words()]).toEqual([0, ["The database doesn't answer"]]);
  });

  it("isn't that of another service: such lines are written", async () => {
    answers = true;
    const write = vi.fn();
    expect(trouble.holds(refused(), undefined, write)).toBe(true);
    await vi.advanceTimersByTimeAsync(999);
    expect([write.mock.calls.length, lines]).toEqual([0, []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([write.mock.calls.length, lines]).toEqual([1, []]);
    expect(trouble.holds(new Error("a fault of ours"), undefined, write)).toBe(false);
    expect(trouble.holds(new DiskFull(), 503, write)).toBe(false);
  });
});

it("a full disk has one line when it begins, also at the start, and one when it is over", async () => {
  const lines: Line[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  let full = true;
  const disk = await watchDisk("/data", log, async () => full);
  await disk.look();
  full = false;
  await disk.look();
  await disk.look();
  full = true;
  await disk.look();
  disk.stop();
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    ["error", "The disk is full: nothing is saved until more than 64 MB are free."],
    ["info", "The disk has room again."],
    ["error", "The disk is full: nothing is saved until more than 64 MB are free."],
  ]);
});

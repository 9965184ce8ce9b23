import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROOT } from "../server/root.ts";
import { hashOfFolder } from "./release/hashes.ts";

const run = promisify(execFile);
const TEST_MS = 300_000;
/** A small machine's memory. */
const MAX_MB = 512;

let directory: string;
let folder: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-release-"));
  // PostgreSQL runs as another user when we are root.
  await chmod(directory, 0o755);
  // The archive is compressed in a third of the time: a test of what is in it.
  const env = { ...process.env, GZIP: "-1" };
  await run(process.execPath, [join(ROOT, "scripts", "release.ts"), directory], { env });
  const made = await readdir(directory, { withFileTypes: true });
  folder = join(directory, made.find((each) => each.isDirectory())!.name);
}, TEST_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The memory of all processes whose program is in the archive, in MB; shared parts count once. */
async function memory(): Promise<number> {
  let kilobytes = 0;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
    if (!program.startsWith(folder)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

it(
  "starts from its own folder with nothing to build, in little memory, with the operator's commands",
  async () => {
    const data = join(directory, "data");
    await mkdir(data, { mode: 0o755 });
    const env = {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      PORT: "0",
      DATA_DIR: data,
      SECRET_KEY: "a secret of this test, long enough",
    };
    const program = join(folder, "carediary");
    const server = spawn(program, ["start"], { env });
    let output = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (piece) => (output += piece));
    try {
      await expect.poll(() => output, { timeout: 120_000, interval: 100 }).toMatch(/runs at \S+/);
      const url = output.match(/runs at (\S+)/)![1]!;
      expect(output).not.toMatch(/Building|from its sources/);
      const page = await (await fetch(url)).text();
      const script = page.match(/src="(\/assets\/[^"]+\.js)"/)![1]!;
      expect((await fetch(url + script)).status).toBe(200);
      expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ status: "ok" });
      const used = await memory();
      expect(used).toBeGreaterThan(50);
      expect(used).toBeLessThan(MAX_MB);

      const { stdout: said } = await run(program, ["admin", "backup", join(data, "all.tar")], { env });
      expect(said).toContain("is a whole backup");
    } finally {
      server.kill("SIGTERM");
      if (server.exitCode === null) await once(server, "exit");
    }
    expect(output).not.toMatch(/stopped:|Error/);
    const wrong = await run(program, ["stop"], { env }).catch((error) => error);
    expect(wrong.stderr).toContain("carediary start | seed | admin");
  },
  TEST_MS,
);

it("has a name of its own and a checksum, by which an upgrade never writes into the folder of another build", async () => {
  expect(basename(folder)).toMatch(/^carediary-\d+\.\d+\.\d+-[0-9a-f]{8}-linux-(x64|arm64)$/);
  const checked = await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: directory });
  expect(checked.stdout).toBe(`${basename(folder)}.tar.gz: OK\n`);
  const other = join(directory, "other");
  await mkdir(other);
  await writeFile(join(other, "file"), "a");
  const before = await hashOfFolder(other);
  expect(await hashOfFolder(other)).toBe(before);
  await writeFile(join(other, "file"), "b");
  expect(await hashOfFolder(other)).not.toBe(before);
});

it("refuses to start where an upgrade has lost its settings, and reads them from a file outside of its folder", async () => {
  const env = { PATH: process.env.PATH, HOME: directory };
  const program = join(folder, "carediary");
  const start = (more: Record<string, string>) =>
    run(program, ["start"], { env: { ...env, ...more } }).catch((error) => error);
  expect((await start({})).stderr).toContain("DATA_DIR isn't set: name a directory outside of this folder");
  expect(await readdir(folder)).not.toContain("data");

  const settings = join(directory, "carediary.env");
  expect((await start({ CAREDIARY_ENV: settings })).stderr).toContain(`${settings} can't be read`);
  // What a second build of the version finds is what the first one had: here a wrong setting, which names itself.
  await writeFile(settings, `DATA_DIR=${directory}/kept\nWORKERS=many\n`);
  expect((await start({ CAREDIARY_ENV: settings })).stderr).toContain("WORKERS must be auto");
});

it("names the licence of every package that is in it", async () => {
  const licences = await readFile(join(folder, "LICENSES.txt"), "utf8");
  for (const name of ["react", "pg", "kysely", "convex", "node-linux-\\w+"])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(licences).not.toMatch(/^\S+ \S+ \((undefined|UNLICENSED|A?GPL[^)]*)\)$/m);
  // None of our own tests or sources for people who build: of the rooms, what the migrator reads.
  const ofRooms = await readdir(join(folder, "features"), { recursive: true, withFileTypes: true });
  const kinds = ofRooms.filter((each) => each.isFile()).map(({ name }) => extname(name));
  expect(new Set(kinds)).toEqual(new Set([".json", ".sql"]));
});

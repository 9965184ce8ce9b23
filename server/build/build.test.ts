import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../root.ts";
import { type Build, CLIENT, directoryOf, ensureBuilt, runBuild, SERVER } from "./build.ts";
import { hashOf } from "./sources.ts";

const MAX_MB = 512;
const TEST_MS = 300_000;

let directory: string;
beforeAll(async () => {
  // What renders the public pages has to find its packages from there.
  await mkdir(join(ROOT, "dist"), { recursive: true });
  directory = await mkdtemp(join(ROOT, "dist", "build-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const errorOf = (build: Promise<void>) =>
  build.then(
    () => null,
    (error: Error) => error,
  );

/** The processes of the build and the most memory that each has had, in MB. */
async function buildProcesses(): Promise<{ pid: number; peakMb: number }[]> {
  const found = [];
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, "utf8");
  for (const pid of children.split(" ").filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes("vite.js")) continue;
    const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
    found.push({ pid, peakMb: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 });
  }
  return found;
}

/** Builds, and gives the most memory that the build's processes took together, in MB. */
async function peakOf(build: Build, out: string): Promise<number> {
  let peakMb = 0;
  let isDone = false;
  const building = runBuild(build, { directory: out }).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const now = await buildProcesses();
    peakMb = Math.max(
      peakMb,
      now.reduce((sum, each) => sum + each.peakMb, 0),
    );
    await sleep(100);
  }
  await building;
  return peakMb;
}

describe("a build", () => {
  it.each([
    { build: CLIENT, result: "index.html" },
    { build: SERVER, result: "run.js" },
  ])(
    "of the $build.name takes less than 512 MB",
    async ({ build, result }) => {
      const out = join(directory, build.name);
      const peakMb = await peakOf(build, out);
      expect(await readdir(out)).toContain(result);
      expect(peakMb).toBeGreaterThan(50);
      expect(peakMb).toBeLessThan(MAX_MB);
    },
    TEST_MS,
  );

  it(
    "explains the lack of memory and what to do when the system kills it",
    async () => {
      const failure = errorOf(runBuild(CLIENT, { directory: join(directory, "killed") }));
      await expect.poll(buildProcesses, { timeout: 30_000 }).toHaveLength(1);
      for (const { pid } of await buildProcesses()) process.kill(pid, "SIGKILL");
      expect((await failure)?.message).toMatch(
        /SIGKILL.*memory ran out.*swap.*npm run build.*another machine/,
      );
    },
    TEST_MS,
  );

  it(
    "explains the lack of memory and what to do when it runs out",
    async () => {
      const failure = await errorOf(runBuild(CLIENT, { heapMb: 8, directory: join(directory, "small") }));
      expect(failure?.message).toMatch(/memory ran out.*swap.*npm run build.*another machine/);
    },
    TEST_MS,
  );

  it(
    "doesn't wait for one whose process is gone, and is made once for several servers",
    async () => {
      const build = { ...SERVER, name: directory.slice(join(ROOT, "dist/").length) };
      const gone = 2 ** 22 + 1;
      await writeFile(`${directory}.building`, String(gone));
      let builds = 0;
      const onBuild = () => builds++;
      try {
        await Promise.all([ensureBuilt(build, { onBuild }), ensureBuilt(build, { onBuild })]);
        expect(builds).toBe(1);
        expect(await readdir(directory)).toContain("run.js");
        await ensureBuilt(build, { onBuild });
        expect(builds).toBe(1);
      } finally {
        await rm(`${directory}.hash`, { force: true });
      }
    },
    TEST_MS,
  );
});

describe("the sources of a build", () => {
  it("of the client leave out tests and the server side of rooms", () => {
    expect(CLIENT.includes("features/notes/screens/note-page.tsx")).toBe(true);
    expect(CLIENT.includes("features/notes/server/data.ts")).toBe(false);
  });

  it("change the hash with their content, not with their date", async () => {
    const folder = (await mkdtemp(join(ROOT, "dist", "hash-"))).slice(ROOT.length + 1);
    const build = { folders: [folder], files: [], includes: () => true };
    try {
      const file = join(ROOT, folder, "a.ts");
      await writeFile(file, "1");
      const first = hashOf(build);
      await writeFile(join(ROOT, folder, "a.test.ts"), "1");
      await writeFile(file, "1");
      expect(hashOf(build)).toBe(first);
      await writeFile(file, "2");
      expect(hashOf(build)).not.toBe(first);
    } finally {
      await rm(join(ROOT, folder), { recursive: true });
    }
  });
});

describe("the built server", () => {
  it("holds all modules but those that have to stay in node_modules", async () => {
    const text = await readFile(join(directoryOf(SERVER), "run.js"), "utf8");
    const imported = [...text.matchAll(/^import .*?from "([^"]+)";$|^import "([^"]+)";$/gm)].map(
      ([, from, whole]) => from ?? whole!,
    );
    expect(imported.filter((name) => !isBuiltin(name))).toEqual([]);
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, runBuild } from "./client-build.ts";

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

describe("the build of the client", () => {
  it(
    "takes less than 512 MB",
    async () => {
      const out = join(directory, "client");
      let peakMb = 0;
      let isDone = false;
      const build = runBuild({ env: { CLIENT_OUT: out } }).finally(() => {
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
      await build;
      expect(await readdir(out)).toContain("index.html");
      expect(peakMb).toBeGreaterThan(50);
      expect(peakMb).toBeLessThan(MAX_MB);
    },
    TEST_MS,
  );

  it(
    "explains the lack of memory and what to do when the system kills it",
    async () => {
      const failure = errorOf(runBuild({ env: { CLIENT_OUT: join(directory, "killed") } }));
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
      const failure = await errorOf(runBuild({ heapMb: 8, env: { CLIENT_OUT: join(directory, "small") } }));
      expect(failure?.message).toMatch(/memory ran out.*swap.*npm run build.*another machine/);
    },
    TEST_MS,
  );
});

import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Build, runBuild } from "../server/build/build.ts";

/** The most memory that a build may take, MB. */
export const MAX_BUILD_MB = 512;

/** The processes of the build and the most memory that each has had, in MB. */
export async function buildProcesses(): Promise<{ pid: number; peakMb: number }[]> {
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
export async function peakOf(build: Build, out: string): Promise<number> {
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

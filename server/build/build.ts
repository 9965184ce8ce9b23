import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { ROOT } from "../root.ts";
import { getErrorCode, StartError } from "../start_error.ts";
import { computeHash, type Sources } from "./sources.ts";

const run = promisify(execFile);

/** A build of the sources by Vite, in `dist/<name>`. */
export type Build = Sources & {
  name: string;
  /** The configuration of Vite, in the project's folder. */
  config: string;
};

export const CLIENT: Build = {
  name: "client",
  folders: ["app", "features", "ui", "lib", "public", "scripts/build", "words", "server/words"],
  files: [
    "index.html",
    "public.html",
    "vite.config.ts",
    "package-lock.json",
    "postcss.config.js",
    "postcss.config.cjs",
  ],
  // Of a room's server side the client takes only types.
  includes: (path) => !/^features\/[^/]+\/server\//.test(path),
  config: "vite.config.ts",
};

/** The server as one file, which Node loads in half the time of a thousand modules. */
export const SERVER: Build = {
  name: "server",
  folders: ["server", "features", "registry", "lib"],
  files: ["vite.server.config.ts", "package-lock.json"],
  includes: (path) => path.endsWith(".ts"),
  config: "vite.server.config.ts",
};

/** A release archive has this file and no sources: its builds are always current. */
export const RELEASED = "dist/released";

/** The folder of a build's result. */
export const getDirectory = ({ name }: Pick<Build, "name">): string => join(ROOT, "dist", name);

/**
 * Builds if the result is missing or older than its sources (compared by a hash, not by dates). Resolves to the folder
 * of the result. `force` builds in any case. Several servers that start at once build once.
 * @throws StartError with the first line of Vite's error.
 */
export async function ensureBuilt(
  build: Build,
  { onBuild, force = false }: { onBuild?: (() => void) | undefined; force?: boolean } = {},
): Promise<string> {
  const directory = getDirectory(build);
  if (existsSync(join(ROOT, RELEASED))) return directory;
  const hashFile = `${directory}.hash`;
  const claim = `${directory}.building`;
  const hash = computeHash(build);
  const isCurrent = async () => (await readFile(hashFile, "utf8").catch(() => "")) === hash;
  if (force) await rm(hashFile, { force: true });
  if (await isCurrent()) return directory;
  await mkdir(join(ROOT, "dist"), { recursive: true });
  while (!(await takeClaim(claim))) {
    await sleep(200);
    if (await isCurrent()) return directory;
  }
  try {
    if (await isCurrent()) return directory;
    onBuild?.();
    // Removed until the build is complete, so that an interrupted build counts as none.
    await rm(hashFile, { force: true });
    await runBuild(build);
    await writeFile(hashFile, hash);
    return directory;
  } finally {
    await rm(claim, { force: true });
  }
}

/** JavaScript's heap limit for a build, in MB; the bundler's own memory is twice that. */
const HEAP_MB = 200;

/** One thread each, and memory returned at once: a build on a machine with 512 MB is slower, but succeeds. */
const LOW_MEMORY_ENV = {
  RAYON_NUM_THREADS: "1",
  TOKIO_WORKER_THREADS: "1",
  MALLOC_ARENA_MAX: "1",
  MIMALLOC_PURGE_DELAY: "0",
};

/**
 * Builds in a separate process, so that the server doesn't keep the bundler's memory.
 * @param directory where the result goes
 * @throws StartError with the first line of Vite's error, or that the memory ran out.
 */
export async function runBuild(
  build: Build,
  { heapMb = HEAP_MB, directory = getDirectory(build) } = {},
): Promise<void> {
  const vite = createRequire(join(ROOT, "package.json")).resolve("vite/package.json");
  const flags = [`--max-old-space-size=${heapMb}`, "--max-semi-space-size=2"];
  const options = ["--config", build.config, "--logLevel", "error"];
  const running = run(process.execPath, [...flags, join(vite, "..", "bin", "vite.js"), "build", ...options], {
    cwd: ROOT,
    env: { ...process.env, ...LOW_MEMORY_ENV, NODE_ENV: "production", BUILD_OUT: directory },
    maxBuffer: 16 * 1024 * 1024,
  });
  // Ends the build when the server stops meanwhile.
  const end = () => running.child.kill();
  process.once("exit", end);
  try {
    await running;
  } catch (error) {
    throw new StartError(`The ${build.name} couldn't be built: ${buildProblem(error)}`);
  } finally {
    process.off("exit", end);
  }
}

function buildProblem(error: unknown): string {
  const { stderr = "", stdout = "", signal } = error as { stderr?: string; stdout?: string; signal?: string };
  if (signal || /heap out of memory/i.test(stderr)) {
    return (
      `the build was ended (${signal ?? "heap"}), most likely because memory ran out. It needs 500 MB: add memory or ` +
      'swap, or run "npm run build" in the same version on another machine and copy its folder "dist" to this one.'
    );
  }
  const lines = `${stderr}\n${stdout}`.split("\n").map((line) => line.trim());
  const reason = lines.find((line) => line && !/build failed|error during build/i.test(line));
  return `${reason ?? "no reason given"} (try "npm run build")`;
}

/** A build takes seconds; an older claim was left by a process that was killed. */
const CLAIM_MS = 120_000;

/** Takes the right to build, unless another process has it. */
async function takeClaim(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
    if (await isAbandoned(claim)) await rm(claim, { force: true });
    return false;
  }
}

async function isAbandoned(claim: string): Promise<boolean> {
  const [found, pid] = await Promise.all([
    stat(claim).catch(() => null),
    readFile(claim, "utf8").catch(() => ""),
  ]);
  if (!found) return false;
  return Date.now() - found.mtimeMs > CLAIM_MS || (pid !== "" && !isRunning(Number(pid)));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return getErrorCode(error) === "EPERM";
  }
}

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode, StartError } from "../start-error.ts";

const run = promisify(execFile);

/** Everything that the built client depends on. */
const SOURCES = ["app", "features", "ui", "lib", "public", "scripts/build"];
const SOURCE_FILES = [
  "index.html",
  "public.html",
  "vite.config.ts",
  "package-lock.json",
  "postcss.config.js",
  "postcss.config.cjs",
];

/** A build takes seconds; an older claim was left by a process that was killed. */
const CLAIM_MS = 120_000;

/** The repository's root. */
export const ROOT = join(import.meta.dirname, "..", "..");
/** The directory of the built client. */
export const CLIENT_DIRECTORY = join(ROOT, "dist", "client");

/**
 * Builds the client when it is missing or older than its sources (compared by a hash, not by dates). Resolves to the
 * directory. `force` builds in any case. Several servers that start at once build once.
 * @throws StartError with the first line of Vite's error.
 */
export async function ensureClientBuilt(onBuild?: () => void, { force = false } = {}): Promise<string> {
  const hashFile = join(ROOT, "dist", "client.hash");
  const claim = join(ROOT, "dist", "client.building");
  const hash = await hashSources();
  const isCurrent = async () => (await readFile(hashFile, "utf8").catch(() => "")) === hash;
  if (force) await rm(hashFile, { force: true });
  if (await isCurrent()) return CLIENT_DIRECTORY;
  await mkdir(dirname(hashFile), { recursive: true });
  while (!(await takeClaim(claim))) {
    await sleep(200);
    if (await isCurrent()) return CLIENT_DIRECTORY;
  }
  try {
    if (await isCurrent()) return CLIENT_DIRECTORY;
    onBuild?.();
    // Removed until the build is complete, so that an interrupted build counts as none.
    await rm(hashFile, { force: true });
    await runBuild();
    await writeFile(hashFile, hash);
    return CLIENT_DIRECTORY;
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
 * Builds the client in a separate process, so that the server doesn't keep the bundler's memory.
 * @throws StartError with the first line of Vite's error, or saying that the memory ran out.
 */
export async function runBuild({ heapMb = HEAP_MB, env = {} as NodeJS.ProcessEnv } = {}): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin", "vite.js");
  const flags = [`--max-old-space-size=${heapMb}`, "--max-semi-space-size=2"];
  const running = run(process.execPath, [...flags, vite, "build", "--logLevel", "error"], {
    cwd: ROOT,
    env: { ...process.env, ...LOW_MEMORY_ENV, NODE_ENV: "production", ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  // Ends the build when the server stops meanwhile.
  const end = () => running.child.kill();
  process.once("exit", end);
  try {
    await running;
  } catch (error) {
    throw new StartError(`The client couldn't be built: ${buildProblem(error)}`);
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

async function takeClaim(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    const age = Date.now() - ((await stat(claim).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > CLAIM_MS) await rm(claim, { force: true });
    return false;
  }
}

/**
 * Whether a file is part of the client: not tests, and not a room's server side, of which the client takes only
 * types.
 */
function isClientSource(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && !/^features\/[^/]+\/(functions|data)\.ts$/.test(path);
}

/** One hash of all names and contents. */
async function hashSources(): Promise<string> {
  const listed = await Promise.all(
    SOURCES.map(async (directory) => {
      const names = await readdir(join(ROOT, directory), { recursive: true }).catch(() => []);
      return names.map((name) => join(directory, name));
    }),
  );
  const paths = [...SOURCE_FILES, ...listed.flat()].filter(isClientSource).sort();
  const contents = await Promise.all(paths.map((path) => readFile(join(ROOT, path)).catch(() => null)));
  const hash = createHash("sha256");
  paths.forEach((path, index) => {
    const content = contents[index];
    if (content) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  });
  return hash.digest("hex");
}

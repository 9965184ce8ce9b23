import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode, StartError } from "../start-error.ts";

const run = promisify(execFile);

/** All that can change the built client. */
const SOURCES = ["app", "features", "ui", "lib", "public", "scripts/build"];
const SOURCE_FILES = [
  "index.html",
  "public.html",
  "vite.config.ts",
  "package-lock.json",
  "postcss.config.js",
  "postcss.config.cjs",
];

/** A build takes seconds; a claim older than this was left by one that was killed. */
const CLAIM_MS = 120_000;

/** The repository's root. */
export const ROOT = join(import.meta.dirname, "..", "..");
/** Where the built client is. */
export const CLIENT_DIRECTORY = join(ROOT, "dist", "client");

/**
 * Builds the client when it is missing or older than its sources (told by a hash of them, not by dates).
 * Resolves to the directory. Several servers that start at once build once.
 * @throws StartError with Vite's first line of complaint.
 */
export async function ensureClientBuilt(building?: () => void): Promise<string> {
  const mark = join(ROOT, "dist", "client.hash");
  const claim = join(ROOT, "dist", "client.building");
  const hash = await hashSources();
  const isCurrent = async () => (await readFile(mark, "utf8").catch(() => "")) === hash;
  if (await isCurrent()) return CLIENT_DIRECTORY;
  await mkdir(dirname(mark), { recursive: true });
  while (!(await take(claim))) {
    await sleep(200);
    if (await isCurrent()) return CLIENT_DIRECTORY;
  }
  try {
    if (await isCurrent()) return CLIENT_DIRECTORY;
    building?.();
    // Until the new mark is written, a build cut short counts as none.
    await rm(mark, { force: true });
    await build();
    await writeFile(mark, hash);
    return CLIENT_DIRECTORY;
  } finally {
    await rm(claim, { force: true });
  }
}

/** In a process of its own, so that the server doesn't keep the bundler's memory. */
async function build(): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin", "vite.js");
  try {
    await run(process.execPath, [vite, "build", "--logLevel", "error"], {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production" },
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    const { stderr = "", stdout = "" } = error as { stderr?: string; stdout?: string };
    const lines = `${stderr}\n${stdout}`.split("\n").map((line) => line.trim());
    const reason = lines.find((line) => line && !/build failed|error during build/i.test(line));
    throw new StartError(
      `The client couldn't be built (try "npm run build"): ${reason ?? "no reason given"}`,
    );
  }
}

async function take(claim: string): Promise<boolean> {
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

/** Tests aren't part of it, and of a room's server side it takes only types, which leave nothing behind. */
function changesClient(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && !/^features\/[^/]+\/(functions|data)\.ts$/.test(path);
}

/** One hash of names and contents. */
async function hashSources(): Promise<string> {
  const listed = await Promise.all(
    SOURCES.map(async (directory) => {
      const names = await readdir(join(ROOT, directory), { recursive: true }).catch(() => []);
      return names.map((name) => join(directory, name));
    }),
  );
  const paths = [...SOURCE_FILES, ...listed.flat()].filter(changesClient).sort();
  const contents = await Promise.all(paths.map((path) => readFile(join(ROOT, path)).catch(() => null)));
  const hash = createHash("sha256");
  paths.forEach((path, index) => {
    const content = contents[index];
    if (content) hash.update(`${path}\0${content.byteLength}\0`).update(content);
  });
  return hash.digest("hex");
}

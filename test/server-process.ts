import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const START_WITHIN_MS = 60_000;

/** The real program as its own process. */
export type ServerProcess = {
  /** The address that it printed. */
  url: string;
  pid: number;
  child: ChildProcess;
  output(): string;
  /** Sends a signal and resolves to the exit code (null after a signal) and the time it took. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
};

/**
 * Starts `server/main.ts` with these variables on a free port and waits until it prints its address. If it ends
 * instead, throws its output.
 * @param options.root the folder of the program, of this version without it
 * @param options.by a program with its arguments that becomes the server, such as `nsenter`
 */
export async function startServer(
  env: NodeJS.ProcessEnv,
  { client = false, root = ROOT, by = [] as readonly string[], onSpawn = (_child: ChildProcess) => {} } = {},
): Promise<ServerProcess> {
  const child = spawnServer(env, client, root, by);
  onSpawn(child);
  const read = collectOutput(child);
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The server didn't start in time: ${read()}`));
    }, START_WITHIN_MS);
    const look = () => {
      const found = read().match(/runs at (\S+)/)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on("data", look);
    child.once("close", (code) => {
      clearTimeout(timer);
      reject(new Error(`The server ended with ${code}: ${read()}`));
    });
  });
  return {
    url,
    pid: child.pid!,
    child,
    output: read,
    async end(signal) {
      const begin = Date.now();
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, "exit");
        child.kill(signal);
        await closed;
      }
      return { code: child.exitCode, ms: Date.now() - begin };
    },
  };
}

/** Starts the program and waits for its end; for starts that must fail. */
export async function runServer(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stderr: string; stdout: string }> {
  const child = spawnServer(env, false);
  let [stdout, stderr] = ["", ""];
  child.stdout?.on("data", (chunk) => {
    stdout += chunk;
    // It did start: end it, so that the test fails instead of waiting.
    if (stdout.includes("runs at ")) child.kill("SIGTERM");
  });
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

/** A directory that PostgreSQL's own user can enter when the tests run as root. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "carediary-run-"));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** Process id of the PostgreSQL that serves (or last served) a data directory; null without one. */
export async function postgresPid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  return Number(text.split("\n")[0]) || null;
}

/** With those of libfaketime, so that a run with another clock has one clock. */
const NEEDED_VARIABLES = /^(?:PATH|HOME|NODE_COMPILE_CACHE|LD_PRELOAD|FAKETIME(?:_\w+)?)$/;

/** The variables of the tests' environment that the program needs; it gets no others. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => NEEDED_VARIABLES.test(name)));
}

function spawnServer(
  env: NodeJS.ProcessEnv,
  client: boolean,
  root = ROOT,
  by: readonly string[] = [],
): ChildProcess {
  const [program = "", ...args] = [...by, process.execPath, "server/main.ts"];
  return spawn(program, client ? args : [...args, "--without-client"], {
    cwd: root,
    env: { ...programEnvironment(), PORT: "0", LOG_LEVEL: "warn", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  child.stdout?.on("data", (chunk) => (text += chunk));
  child.stderr?.on("data", (chunk) => (text += chunk));
  return () => text;
}

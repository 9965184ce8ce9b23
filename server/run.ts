import { PRODUCT_NAME } from "../lib/product.ts";
import { CLIENT, ensureBuilt } from "./build/build.ts";
import { type Config, loadConfig } from "./config.ts";
import { createLog, type Logger } from "./log.ts";
import { openLogOutput } from "./log_output.ts";
import { asStartError, getFirstLine, StartError } from "./start_error.ts";
import { notifyPrimary, WORKER_ID } from "./workers/worker.ts";

/** A stop that takes longer is aborted; nothing acknowledged gets lost. */
const STOP_WITHIN_MS = 9_500;

const FORCE_STOP_AFTER_MS = 1_000;

const FLUSH_WITHIN_MS = 500;

/** For development, where Vite serves the client and proxies other requests to us. */
const withoutClient = process.argv.includes("--without-client");

/** For development: validates every result against its function's `returns`. */
const checkAnswers = process.argv.includes("--check-answers");

/** The server, or the servers of all workers. */
type Running = { url: string; notices?(): Promise<string[]>; stop(): Promise<void> };

/** All output of the running server: `console` would block when its reader has stopped. */
const output = { log: openLogOutput(1), errors: openLogOutput(2) };

const buildClient = () =>
  ensureBuilt(CLIENT, {
    onBuild: () => output.log.write("Building the client, once after each change …\n"),
  });

/** Writes the waiting log lines as far as possible, then ends the process. */
async function exit(code: number): Promise<never> {
  await Promise.all([output.log.flush(FLUSH_WITHIN_MS), output.errors.flush(FLUSH_WITHIN_MS)]);
  process.exit(code);
}

/** Prints one line why the server can't start or go on, and exits with code 1. A worker leaves the line to the primary. */
function stopWithError(error: unknown): Promise<never> {
  const reason = asStartError(error);
  if (WORKER_ID === null) output.errors.write(`${PRODUCT_NAME} stopped: ${getFirstLine(reason)}\n`);
  else notifyPrimary({ kind: "failed", reason: getFirstLine(reason) });
  if (!(reason instanceof StartError) && reason instanceof Error) output.errors.write(`${reason.stack}\n`);
  return exit(1);
}

/**
 * Calls `react` when the parent process, npm, is gone. npm passes on signals, but none when it is killed itself; we
 * would go on alone, holding the port and the data directory. Then our parent process is another one.
 */
function onParentExit(react: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    react();
  }, 1_000);
  timer.unref();
}

/** Starts the server with the settings of the environment, and stops it when a signal asks for it. */
export async function run(): Promise<void> {
  await main().catch(stopWithError);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel, output.log, WORKER_ID === null ? {} : { worker: WORKER_ID });
  let starting: Promise<Running> | null = null;
  let stopping = 0;

  /** Stops all parts in order; a second signal some time later exits at once. */
  const stop = async (code: number): Promise<void> => {
    if (stopping) {
      // With npm, Ctrl+C arrives twice: from the terminal and passed on by npm.
      if (Date.now() - stopping > FORCE_STOP_AFTER_MS) process.exit(1);
      return;
    }
    stopping = Date.now();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    const node = await starting?.catch(() => null);
    await node?.stop().catch((error) => log.error({ err: error }, "a part didn't stop cleanly"));
    await exit(code);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  onParentExit(() => void stop(0));
  const fail = (error: unknown) => {
    output.errors.write(`${PRODUCT_NAME} stopped: ${getFirstLine(asStartError(error))}\n`);
    log.fatal({ err: error }, "an unexpected error ends the server");
    if (!stopping) void stop(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  starting = start(config, log, fail);
  const node = await starting.catch(async (error) => {
    if (stopping) return null;
    throw error;
  });
  if (!node || stopping) return;
  // Of several processes, the first one speaks.
  const notices = WORKER_ID === null || WORKER_ID === 1 ? ((await node.notices?.()) ?? []) : [];
  if (WORKER_ID !== null) notifyPrimary({ kind: "ready", url: node.url });
  else output.log.write(`${PRODUCT_NAME} runs at ${node.url} – open it in your browser, Ctrl+C stops it.\n`);
  for (const line of notices) output.log.write(`${line}\n`);
}

/** Starts one node in this process, or with WORKERS several in processes of their own. */
async function start(config: Config, log: Logger, onFailure: (reason: Error) => void): Promise<Running> {
  if (config.workers > 1 && WORKER_ID === null) {
    const { startWorkers } = await import("./workers/primary.ts");
    return startWorkers(config, { log, onFailure });
  }
  const [{ startNode }, { product }] = await Promise.all([
    import("./node.ts"),
    import("../registry/product.ts"),
  ]);
  return startNode(config, {
    ...product,
    checkAnswers,
    log,
    logLosses: output.log.losses,
    client: withoutClient ? undefined : buildClient,
    onFailure,
  });
}

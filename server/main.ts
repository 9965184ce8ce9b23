import { PRODUCT_NAME } from "../lib/product.ts";
import { loadConfig } from "./config.ts";
import { ensureClientBuilt } from "./http/client-build.ts";
import { createLog } from "./log.ts";
import { type Node, startNode } from "./node.ts";
import { StartError } from "./start-error.ts";

/** A stop that takes longer is cut short; nothing acknowledged is lost by that. */
const STOP_WITHIN_MS = 9_500;

const IMPATIENT_AFTER_MS = 1_000;

/** For development, where Vite serves the client and passes the rest on to us. */
const withoutClient = process.argv.includes("--without-client");

const buildClient = () =>
  ensureClientBuilt(() => console.log("Building the client, once after each change …"));

/** Says in one line why the server can't start or go on, and ends with exit code 1. */
function giveUp(error: unknown): never {
  const known = error instanceof StartError;
  console.error(`${PRODUCT_NAME} stopped: ${error instanceof Error ? error.message : String(error)}`);
  if (!known && error instanceof Error) console.error(error.stack);
  process.exit(1);
}

/**
 * npm passes on signals to end, but none when it is killed itself; we would go on alone, with the port and the data
 * directory. Then somebody else is our parent.
 */
function whenNpmIsGone(react: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && react(), 1_000).unref();
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  let starting: Promise<Node> | null = null;
  let stopping = 0;

  /** Ends all parts in order; somebody who asks again some time later is served at once. */
  const stop = async (code: number): Promise<void> => {
    if (stopping) {
      // Ctrl+C reaches us twice through npm: from the terminal and passed on by npm itself.
      if (Date.now() - stopping > IMPATIENT_AFTER_MS) process.exit(1);
      return;
    }
    stopping = Date.now();
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    const node = await starting?.catch(() => null);
    await node?.stop().catch((error) => log.error({ err: error }, "a part didn't stop cleanly"));
    process.exit(code);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  whenNpmIsGone(() => void stop(0));
  const fail = (error: unknown) => {
    console.error(`${PRODUCT_NAME} stopped: ${error instanceof Error ? error.message : String(error)}`);
    log.fatal({ err: error }, "an unexpected error ends the server");
    if (!stopping) void stop(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);

  starting = startNode(config, {
    log,
    client: withoutClient ? undefined : buildClient,
    onFailure: fail,
  });
  const node = await starting.catch(async (error) => {
    if (stopping) return null;
    throw error;
  });
  if (node && !stopping)
    console.log(`${PRODUCT_NAME} runs at ${node.url} – open it in your browser, Ctrl+C stops it.`);
}

main().catch(giveUp);

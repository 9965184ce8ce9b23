import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "../registry/product.ts";
import { loadConfig } from "../server/config.ts";
import { createLog } from "../server/log.ts";
import { type Node, startNode } from "../server/node.ts";
import { StartError } from "../server/start_error.ts";

/**
 * Starts a whole server in this process, as `server/main.ts` does: for tests that aren't about the process, which takes
 * two seconds of processor time to load. The log's lines are added to `lines`.
 */
export async function startHere(env: Record<string, string>, lines: string[] = []): Promise<Node> {
  return startNode(loadConfig({ PORT: "0", ...env }), {
    ...product,
    log: createLog("trace", { write: (line) => void lines.push(line) }),
    client: async () => join(tmpdir(), "no client"),
  });
}

/** The line with which the server refuses to start; `server/main.ts` prints it and exits with code 1. */
export async function refusalOf(env: Record<string, string>, lines: string[] = []): Promise<string> {
  const started = await startHere(env, lines).catch((error: unknown) => error);
  if (started instanceof StartError && !started.message.includes("\n")) return started.message;
  if (started && "stop" in (started as Node)) await (started as Node).stop();
  throw started instanceof Error ? started : new Error("The server started");
}

import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers with what this process has used so far: CPU in microseconds, memory in bytes. */
export function reportCpu(_request: IncomingMessage, response: ServerResponse): void {
  if (globalThis.gc) globalThis.gc();
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ cpu: user + system, rss: process.memoryUsage.rss() }));
}

export type Usage = { cpu: number; rss: number };

/** Asks a server process for its use of CPU and memory. */
export async function usageOf(port: number): Promise<Usage> {
  return (await fetch(`http://127.0.0.1:${port}/usage`)).json() as Promise<Usage>;
}

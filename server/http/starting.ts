import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { listenAt } from "./listen_at.ts";

/** What the start takes its time for, when that is more than seconds: set while it does. */
let longWork: string | null = null;

/** Tells whoever asks meanwhile what the start takes its time for. */
export async function sayWhile<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
  longWork = words;
  try {
    return await work();
  } finally {
    longWork = null;
  }
}

/** Answers a request before the server runs: 503, as a page for browsers that open one, else as plain text. */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const words = longWork ?? "The server is starting";
  const retryAfter = longWork ? "30" : "2";
  const isPage = request.headers.accept?.includes("text/html") ?? false;
  response.writeHead(503, {
    "Content-Type": isPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Retry-After": retryAfter,
  });
  response.end(isPage ? page(words, retryAfter) : `${words}\n`);
}

/** A page without style or script, which tries again by itself; `words` are ours. */
const page = (words: string, retryAfter: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${retryAfter}">
<title>${PRODUCT_NAME}</title>
<h1>${PRODUCT_NAME} will be back soon</h1>
<p>${words}. Nothing is lost, and this page tries again by itself.</p>
</html>
`;

/**
 * Answers on the port of a server whose workers don't run yet.
 * @throws StartError when the port or address isn't available
 */
export async function answerWhileStarting(at: {
  port: number;
  host: string;
}): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(answerStarting);
  await listenAt(server, at);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      if (!server.listening) return;
      const done = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await done;
    },
  };
}

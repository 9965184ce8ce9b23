import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PRODUCT_NAME } from "../../lib/product.ts";
import { watchTimeLimits } from "../workers/connections.ts";

/** The description of a long step (more than seconds) of the start, while it runs. */
let longWork: string | null = null;

/** Answers requests during a long step of the start with its description. */
export async function withStartNotice<Result>(words: string, work: () => Promise<Result>): Promise<Result> {
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

/** A server that doesn't listen, for connections that come before any worker runs. */
export function answerWhileStarting(): Server {
  const server = createServer((request, response) => {
    // Its next request goes to a worker.
    response.shouldKeepAlive = false;
    answerStarting(request, response);
  });
  watchTimeLimits(server);
  return server;
}

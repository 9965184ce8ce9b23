import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { type Clock, systemClock } from "../clock.ts";
import type { Logger } from "../log.ts";
import { takeConnections } from "../workers/worker.ts";
import type { ClientFiles } from "./client_files.ts";
import { listenAt } from "./listen_at.ts";
import type { Metrics } from "./metrics.ts";
import { logRequest } from "./request_log.ts";
import { endWhenTooSlow } from "./slow_body.ts";
import { answerStarting } from "./starting.ts";

/**
 * The last resort: bodies have a minimum rate (`slow_body.ts`), which sends 10 MB in this time. Headers have a shorter
 * limit.
 */
const REQUEST_TIMEOUT_MS = 5_400_000;
const HEADERS_TIMEOUT_MS = 20_000;
/** How often Node checks connections against their time limits. */
const CHECK_INTERVAL_MS = 5_000;
/** Longer than the usual 60 s of proxies, so that the proxy closes first and no request is lost. */
const KEEP_ALIVE_MS = 65_000;
/** Time to finish requests; the rest of the 10 s that a stop may take is for the other parts. */
const DRAIN_MS = 4_000;

/** `/api/<version>/sync`, where the clients of the sync protocol connect. */
const SYNC_PATH = /^\/api\/[^/]+\/sync$/;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const API_PATH = /^\/(api|health|metrics)(\/|$)/;

// biome-ignore lint/suspicious/noExplicitAny: routes of any environment are served alike
type Routes = Hono<any>;

export type ServedParts = {
  api: Routes;
  client: ClientFiles;
  headers: Record<string, string>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

export type HttpServer = {
  port: number;
  /** Starts to answer requests. */
  open(served: ServedParts): Promise<void>;
  /** Accepts no new connections and waits a few seconds at most for requests under way. */
  close(): Promise<void>;
};

/**
 * Listens on the port at once, before any other part starts, and answers 503 until `open`; with `isOneOfMany` it takes
 * connections of the first process from `open` on.
 * @throws StartError when the port or address isn't available.
 */
export async function listen(options: {
  port: number;
  host: string;
  log: Logger;
  metrics: Metrics;
  isOneOfMany?: boolean;
  clock?: Clock;
}): Promise<HttpServer> {
  const { log, metrics, isOneOfMany = false, clock = systemClock } = options;
  let served: (ServedParts & { answer: ReturnType<typeof getRequestListener> }) | null = null;
  let closing = false;
  let stopTaking: (() => void) | undefined;
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
    (request, response) => {
      const begin = performance.now();
      const id = randomUUID();
      endWhenTooSlow(request, clock);
      const path = getPath(request);
      response.once("close", () => {
        // A request before `open` gets a 503; that isn't a failure, so it isn't logged.
        if (served) logRequest(log, request, response, { id, path, begin });
        metrics.observeRequest(
          request.method ?? "",
          path,
          response.statusCode,
          (performance.now() - begin) / 1000,
        );
      });
      response.setHeader("X-Request-Id", id);
      if (closing) response.setHeader("Connection", "close");
      if (!served) return answerStarting(request, response);
      for (const [name, value] of Object.entries(served.headers)) response.setHeader(name, value);
      if (!path.startsWith("/") || path.startsWith("//")) return refuse(response, 400, "Bad request");
      // Fetch requests don't support some methods, such as TRACE.
      if (!METHODS.has(request.method ?? "")) {
        return refuse(response, 405, "Method not allowed", { Allow: [...METHODS].join(", ") });
      }
      if (API_PATH.test(path)) void served.answer(request, response);
      else served.client.serve(request, response, path);
    },
  );
  // The HTTP server doesn't close upgraded connections, so they are tracked here.
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (served && !closing && SYNC_PATH.test(getPath(request))) served.upgrade(request, socket, head);
    else
      socket.end(
        `HTTP/1.1 ${served ? "404 Not Found" : "503 Service Unavailable"}\r\nConnection: close\r\n\r\n`,
      );
  });
  if (!isOneOfMany) await listenAt(server, options);
  return {
    port: isOneOfMany ? options.port : (server.address() as AddressInfo).port,
    async open(parts) {
      // Doesn't replace the global Request and Response, which Better Auth uses as well.
      served = { ...parts, answer: getRequestListener(parts.api.fetch, { overrideGlobalObjects: false }) };
      if (isOneOfMany) stopTaking = takeConnections(server);
    },
    async close() {
      if (closing) return;
      closing = true;
      stopTaking?.();
      if (!server.listening && !stopTaking) return;
      const done = stopTaking
        ? allClosed(connections)
        : new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cancelDrain = clock.after(DRAIN_MS, () => {
        for (const socket of connections) socket.destroy();
      });
      await done;
      cancelDrain();
    },
  };
}

/** Resolves once no connection is left. */
function allClosed(connections: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const look = () => connections.size === 0 && resolve();
    for (const socket of connections) socket.once("close", () => setImmediate(look));
    look();
  });
}

function getPath(request: IncomingMessage): string {
  return (request.url ?? "").split(/[?#]/, 1)[0] ?? "";
}

function refuse(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "text/plain", "Cache-Control": "no-store", ...headers });
  response.end(`${text}\n`);
}

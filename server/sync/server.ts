import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { type WebSocket, WebSocketServer } from "ws";
import { createTokenChecker } from "../access/access_token.ts";
import { acceptAccessTokens } from "../auth/access_token_data.ts";
import type { TokenVerifier } from "../auth/identity.ts";
import { type Cancel, type Clock, systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { TrackedScopes } from "../db/dependencies.ts";
import { type DiskRoom, UNKNOWN_ROOM } from "../disk.ts";
import { writeAnswer, writeCheckedAnswer } from "../functions/answers.ts";
import type { FunctionEnvironment } from "../functions/define.ts";
import { ActionRunner } from "./actions.ts";
import { Admission } from "./admission.ts";
import type { FunctionRegistry } from "./calls.ts";
import { CommitClock } from "./clock.ts";
import { Contacts, getDevice } from "./contacts.ts";
import { QueryExecution } from "./execution.ts";
import { CommitHints } from "./hints.ts";
import { createFunctionsApi } from "./http_api.ts";
import { LiveResults } from "./live_results.ts";
import { type Commit, MutationRunner } from "./mutations.ts";
import { NO_OBSERVER, type SyncObserver } from "./observer.ts";
import { LIMITS } from "./protocol.ts";
import { Refresher } from "./refresher.ts";
import { SyncSocket } from "./socket.ts";
import { WebSocketTransport } from "./transport.ts";

const PING_MS = 15_000;
/** Pings without an answer after which the connection counts as broken. */
const MAX_UNANSWERED = 3;
const CHECK_INTERVAL_MS = 1000;
const CHECK_WITHOUT_SOCKETS_MS = 60_000;
const COUNT_LISTENERS_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;

export type SyncServer = {
  /** Handles an upgrade request on the path of the sync protocol. Refuses foreign origins with 403. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** `POST /api/query|mutation|action`, `POST /api/run/<module>/<function>` and `GET /api/openapi.json`. */
  http: Hono;
  start(): Promise<void>;
  /** Closes all connections; their clients reconnect by themselves, to this node or another. */
  close(): Promise<void>;
  /**
   * Numbers of open sockets, sessions, watched checks and results, of those kept after their last watcher left, and
   * of the scopes that all of them read.
   */
  stats(): { sockets: number; sessions: number } & ReturnType<LiveResults["stats"]>;
};

/**
 * The server of the sync protocol: live queries, ordered mutations and actions over one WebSocket per client. Several
 * nodes may serve one database. See `docs/how/change-detection.md`.
 */
export function createSyncServer(parts: {
  database: Database;
  functions: FunctionRegistry;
  environment: FunctionEnvironment;
  verifyToken: TokenVerifier;
  log: Logger;
  /** Origins whose pages may connect; requests without an `Origin` header come from programs and are allowed too. */
  allowedOrigins: readonly string[];
  /** Whether the server is behind a reverse proxy whose `X-Forwarded-For` gives the client's address. */
  trustProxy?: boolean;
  /** The clock of pings, checks, pauses and the ends of tokens. */
  clock?: Clock;
  /** Whether every result is validated against its function's `returns`: in tests and development. */
  checkAnswers?: boolean;
  observer?: SyncObserver;
  /** Whether the database has room for users' writes. */
  room?: DiskRoom;
}): SyncServer {
  const { database, environment, log, observer = NO_OBSERVER, room = UNKNOWN_ROOM } = parts;
  const time = parts.clock ?? systemClock;
  const functions = createTokenChecker(parts.functions);
  const verifyToken = acceptAccessTokens(parts.verifyToken, database);
  const write = parts.checkAnswers ? writeCheckedAnswer : writeAnswer;
  const clock = new CommitClock(database.pool);
  const results = new LiveResults(() => refresher.requestPass(), time);
  // Filled at start, before the first socket is accepted.
  const tracked = new Map<string, readonly (readonly string[])[]>();
  const execution = new QueryExecution(database, tracked, environment, write);
  const refresher = new Refresher({ database, execution, results, clock, time, log, observer });
  const hints = new CommitHints({
    connectionString: database.connectionString,
    log,
    clock: time,
    onHint(ts) {
      clock.observe(ts);
      refresher.requestPass();
      // 0 is none: the listener was away.
      if (ts > 0n) observer.onWriteElsewhere();
    },
  });
  const onCommit = ({ ts, scopes }: Commit) => {
    clock.observe(ts);
    refresher.markStaleEarly(scopes);
    refresher.requestPass();
    hints.announce(ts);
  };
  const mutations = new MutationRunner({
    ...{ database, clock, time, log, environment, write, observer, room },
  });
  const actions = new ActionRunner({
    database,
    execution,
    mutations,
    functions,
    environment,
    write,
    onCommit,
    observer,
    time,
  });
  const admission = new Admission({ trustProxy: parts.trustProxy ?? false });
  const contacts = new Contacts(database, log, time);
  const connections = new WeakMap<SyncSocket, ReturnType<Admission["enter"]>>();
  const sessions = new Map<string, SyncSocket>();
  const sockets = new Map<
    WebSocket,
    { socket: SyncSocket; transport: WebSocketTransport; unanswered: number }
  >();
  const services = {
    functions,
    verifyToken,
    mutations,
    actions,
    results,
    refresher,
    clock,
    time,
    log,
    observer,
    onCommit,
    onSignInChange(socket: SyncSocket) {
      const connection = connections.get(socket);
      if (connection) admission.setSignedIn(connection, socket.signedIn);
    },
    claimSession(sessionId: string, socket: SyncSocket) {
      const former = sessions.get(sessionId);
      if (former && former !== socket) former.restart("replaced by a newer connection");
      sessions.set(sessionId, socket);
    },
  };
  const webSockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.frameBytes,
    // Context takeover for messages to the client: both sides keep the last 32 kB in memory. The client's own
    // messages are too small to gain from it. Each connection keeps a buffer for them.
    perMessageDeflate: { clientNoContextTakeover: true, zlibInflateOptions: { chunkSize: 4096 } },
  });
  let stopLoops: Cancel[] = [];

  function accept(ws: WebSocket, request: IncomingMessage): void {
    const transport = new WebSocketTransport({
      ws,
      socket: request.socket,
      compressed: supportsContextTakeover(ws, request),
      onDrain: () => socket.onDrain(),
    });
    const socket = new SyncSocket(transport, services);
    const connection = admission.enter(request, (reason) =>
      socket.restart(`Too many connections: ${reason}`),
    );
    connections.set(socket, connection);
    const entry = { socket, transport, unanswered: 0 };
    const device = getDevice(request);
    let partialBytes = 0;
    sockets.set(ws, entry);
    const cancelLimit = time.after(CONNECT_TIMEOUT_MS, () => {
      if (!socket.connected) ws.close(1008, `no Connect message within ${CONNECT_TIMEOUT_MS / 1000} s`);
    });
    ws.on("message", (data, isBinary) => {
      partialBytes = 0;
      if (isBinary) return ws.close(1003, "text messages only");
      contacts.hear(socket.subject, device);
      socket.receive(data as Buffer);
    });
    // Runs after `ws` has read the piece: the bytes that `ws` has left belong to the next message, and are at most all
    // of the piece.
    request.socket.on("data", (piece: Buffer) => {
      socket.onPartialMessage(partialBytes);
      partialBytes += piece.length;
    });
    ws.on("pong", () => {
      entry.unanswered = 0;
      contacts.hear(socket.subject, device);
    });
    ws.on("error", (error) => log.debug({ reason: error.message }, "socket error"));
    ws.on("close", () => {
      cancelLimit();
      admission.leave(connection);
      socket.end();
      sockets.delete(ws);
      if (socket.connected && sessions.get(socket.sessionId) === socket) sessions.delete(socket.sessionId);
    });
  }

  let checkedAt = time.elapsed();
  /** Finds changes that no notification announced: lost ones, and changes made by hand in SQL. */
  function checkForChanges(): void {
    const sinceLast = time.elapsed() - checkedAt;
    // Without a socket and kept results nobody waits for changes; the log is read so that old entries are deleted.
    if (sockets.size === 0 && results.isEmpty && sinceLast < CHECK_WITHOUT_SOCKETS_MS) return;
    checkedAt = time.elapsed();
    refresher.requestPass();
  }

  /** Keeps quiet connections open and finds broken ones that weren't closed. */
  function ping(): void {
    for (const [ws, entry] of sockets) {
      if (entry.unanswered >= MAX_UNANSWERED) {
        ws.terminate();
        continue;
      }
      entry.unanswered++;
      ws.ping();
      // Only the transport may write messages: a message compressed by `ws` would shift the positions that the
      // transport's frames refer to.
      entry.transport.send(['{"type":"Ping"}']);
    }
  }

  return {
    http: createFunctionsApi({
      database,
      functions,
      execution,
      mutations,
      actions,
      verifyToken,
      onCommit,
      log,
      observer,
      time,
    }),

    handleUpgrade(request, socket, head) {
      const { origin } = request.headers;
      if (origin !== undefined && !parts.allowedOrigins.includes(origin)) {
        socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\nThis origin may not connect\r\n");
        return;
      }
      const limit = admission.refusal(request);
      if (limit) {
        socket.end(
          `HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\nToo many connections: ${limit}\r\n`,
        );
        return;
      }
      webSockets.handleUpgrade(request, socket, head, accept);
    },

    async start() {
      for (const [table, columnSets] of await readTrackedScopes(database)) tracked.set(table, columnSets);
      await clock.readNewest();
      await hints.start();
      contacts.start();
      stopLoops = [
        time.every(CHECK_INTERVAL_MS, checkForChanges),
        time.every(COUNT_LISTENERS_MS, () => hints.countListeners()),
        time.every(PING_MS, ping),
      ];
    },

    async close() {
      for (const stop of stopLoops) stop();
      for (const { socket } of sockets.values()) socket.restart("the server is stopping");
      await refresher.stop();
      await contacts.stop();
      await hints.stop();
      const closing = setTimeout(() => {
        for (const ws of sockets.keys()) ws.terminate();
      }, 1000);
      await new Promise<void>((resolve) => webSockets.close(() => resolve()));
      clearTimeout(closing);
    },

    stats: () => ({ sockets: sockets.size, sessions: sessions.size, ...results.stats() }),
  };
}

/** Whether the client agreed to compressed messages that refer up to 32 kB back, as browsers do. */
function supportsContextTakeover(ws: WebSocket, { headers }: IncomingMessage): boolean {
  const offers = String(headers["sec-websocket-extensions"] ?? "");
  return ws.extensions.includes("permessage-deflate") && !/server_(no_context|max_window)/.test(offers);
}

async function readTrackedScopes(database: Database): Promise<TrackedScopes> {
  const { rows } = await database.pool.query("select table_name, columns from sync_scopes");
  const tracked = new Map<string, string[][]>();
  for (const { table_name, columns } of rows) {
    tracked.set(table_name, [...(tracked.get(table_name) ?? []), columns]);
  }
  return tracked;
}

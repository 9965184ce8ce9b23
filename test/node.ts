import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { functions as ofProduct } from "../registry/functions.ts";
import { rooms } from "../registry/rooms.ts";
import type { TokenVerifier } from "../server/auth/identity.ts";
import { type Clock, systemClock } from "../server/clock.ts";
import { type LimitConfig, NO_LIMITS } from "../server/config/door.ts";
import type { OutgoingConfig } from "../server/config/outgoing.ts";
import { type Database, openDatabase } from "../server/db/database.ts";
import { createFileRoutes } from "../server/http/files.ts";
import type { Logger } from "../server/log.ts";
import { createUnsubscribeLinks, type UnsubscribeLinks } from "../server/mail/unsubscribe_links.ts";
import { type Outgoing, openOutgoing } from "../server/outgoing/outgoing.ts";
import { createFileLinks, type FileLinks } from "../server/storage/links.ts";
import { createLocalStorage } from "../server/storage/local.ts";
import type { FileStorage } from "../server/storage/storage.ts";
import type { FunctionRegistry } from "../server/sync/calls.ts";
import { createSyncServer, type SyncServer } from "../server/sync/server.ts";
import { createFixedMasterKeys, MasterKey } from "../server/vault/master_keys.ts";
import { createVault, type Vault } from "../server/vault/vault.ts";
import { createTestLog } from "./server-log.ts";

/** One sync server of the service on a free port; several may share a database. */
export type Node = {
  url: string;
  port: number;
  database: Database;
  sync: SyncServer;
  storage: FileStorage;
  /** The directory of the local storage. */
  files: string;
  links: FileLinks;
  unsubscribe: UnsubscribeLinks;
  vault: Vault;
  outgoing: Outgoing;
  close(): Promise<void>;
};

/** All nodes of a test share one master key, even across processes, as all nodes of a deployment do. */
export const MASTER_KEY = new MasterKey(Buffer.alloc(32, "test"));

export type NodeOptions = {
  functions?: FunctionRegistry;
  log?: Logger;
  clock?: Clock;
  trustProxy?: boolean;
  limits?: LimitConfig;
  /** What the operator allows requests to services of people; nothing but public ones without it. */
  outgoing?: Partial<OutgoingConfig>;
  vault?: Vault;
  storage?: FileStorage;
};

export const SECRET = "a secret of tests, of enough characters";

/** Starts a node; `TEST_LOG=debug` shows its log. */
export async function serveNode(
  options: NodeOptions & { connectionString: string; verifyToken: TokenVerifier },
): Promise<Node> {
  const database = openDatabase(options.connectionString);
  // As in production: on a busy machine a short limit could close a connection just as it is used again.
  const server = createServer({ keepAliveTimeout: 65_000 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const files = await mkdtemp(join(tmpdir(), "carediary-files-"));
  const storage = options.storage ?? createLocalStorage(files);
  const links = createFileLinks(SECRET, url);
  const unsubscribe = createUnsubscribeLinks(SECRET, url);
  const log = options.log ?? createTestLog();
  const vault = options.vault ?? createVault(createFixedMasterKeys(MASTER_KEY));
  const outgoing = await openOutgoing(
    {
      baseUrl: url,
      mailFrom: "CareDiary <care@example.org>",
      outgoing: { allow: [], pushHosts: [], pushContact: null, ...options.outgoing },
    },
    { db: database.db, secret: SECRET, log },
  );
  const sync = createSyncServer({
    database,
    functions: options.functions ?? ofProduct,
    environment: {
      baseUrl: url,
      storage,
      vault,
      links,
      unsubscribe,
      outgoing,
      limits: options.limits ?? NO_LIMITS,
    },
    verifyToken: options.verifyToken,
    log,
    allowedOrigins: [url],
    trustProxy: options.trustProxy,
    clock: options.clock,
    checkAnswers: true,
  });
  await sync.start();
  const { clock = systemClock } = options;
  const parts = { database, storage, vault, links, unsubscribe, outgoing, log, clock, baseUrl: url, rooms };
  const routes = new Hono().route("/", sync.http).route("/", createFileRoutes(parts));
  for (const room of rooms) {
    const { verifyToken, trustProxy = false } = options;
    const own = room.routes?.({ ...parts, verifyToken, baseUrl: url, trustProxy });
    if (own) routes.route("/", own);
  }
  server.on("request", getRequestListener(routes.fetch));
  server.on("upgrade", (request, socket, head) => sync.handleUpgrade(request, socket, head));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return {
    url,
    port,
    database,
    sync,
    storage,
    files,
    vault,
    links,
    unsubscribe,
    outgoing,
    async close() {
      await sync.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await outgoing.close();
      await database.close();
      await rm(files, { recursive: true, force: true });
    },
  };
}

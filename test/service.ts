import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { ConvexClient, ConvexHttpClient } from "convex/browser";
import { pino } from "pino";
import { type Database, openDatabase } from "../server/db/database.ts";
import { functions } from "../server/functions/registry.ts";
import type { FunctionRegistry } from "../server/sync/calls.ts";
import { createSyncServer, type SyncServer } from "../server/sync/server.ts";
import { createTestDatabase } from "./database.ts";
import { type Claims, createIssuer, type Issuer } from "./tokens.ts";

/** A sync server on a free port, with its database and its issuer of tokens, and the real clients to talk to it. */
export type Service = {
  url: string;
  database: Database;
  issuer: Issuer;
  sync: SyncServer;
  /** A `ConvexClient` on a WebSocket; signed in when a person is given. Closed with the service. */
  connect(person?: Claims, options?: { lifetime?: number; url?: string }): ConvexClient;
  /** A `ConvexHttpClient` of a person. */
  http(person?: Claims): Promise<ConvexHttpClient>;
  /** A second server on the same database and issuer; closed with this one. */
  another(): Promise<Service>;
  close(): Promise<void>;
};

type Options = { functions?: FunctionRegistry; log?: pino.Logger; pingMs?: number };

export async function startService(options: Options = {}): Promise<Service> {
  const testDatabase = await createTestDatabase();
  const service = await serve(testDatabase.connectionString, await createIssuer(), options);
  return {
    ...service,
    async close() {
      await service.close();
      await testDatabase.drop();
    },
  };
}

async function serve(connectionString: string, issuer: Issuer, options: Options): Promise<Service> {
  const database = openDatabase(connectionString);
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sync = createSyncServer({
    database,
    functions: options.functions ?? functions,
    verifyToken: issuer.verifyToken,
    log: options.log ?? pino({ level: process.env.TEST_LOG ?? "silent" }),
    allowedOrigins: [url],
    pingMs: options.pingMs,
  });
  await sync.start();
  server.on("request", getRequestListener(sync.http.fetch));
  server.on("upgrade", (request, socket, head) => sync.handleUpgrade(request, socket, head));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const clients: ConvexClient[] = [];
  const others: Service[] = [];
  return {
    url,
    database,
    issuer,
    sync,
    connect(person, { lifetime, url: other = url } = {}) {
      const client = new ConvexClient(other, {
        skipConvexDeploymentUrlCheck: true,
        unsavedChangesWarning: false,
        authRefreshTokenLeewaySeconds: 2,
        logger: false,
      });
      if (person) client.setAuth(() => issuer.tokenFor(person, { lifetime }));
      clients.push(client);
      return client;
    },
    async http(person) {
      const client = new ConvexHttpClient(url, { skipConvexDeploymentUrlCheck: true, logger: false });
      if (person) client.setAuth(await issuer.tokenFor(person));
      return client;
    },
    async another() {
      const other = await serve(connectionString, issuer, options);
      others.push(other);
      return other;
    },
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await Promise.all(clients.map((client) => client.close()));
      await sync.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

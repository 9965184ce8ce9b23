import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { pino } from "pino";
import type { TokenVerifier } from "../../server/auth/identity.ts";
import { openDatabase } from "../../server/db/database.ts";
import { functions as ofProduct } from "../../server/functions/registry.ts";
import type { FunctionRegistry } from "../../server/sync/calls.ts";
import { createSyncServer, type SyncServer } from "../../server/sync/server.ts";
import { type FaultProxy, startProxy } from "../proxy.ts";

export type Node = { url: string; port: number; sync: SyncServer; close(): Promise<void> };

/** One more node of the service on a database, on a free port. */
export async function serveNode(options: {
  connectionString: string;
  verifyToken: TokenVerifier;
  functions?: FunctionRegistry;
}): Promise<Node> {
  const database = openDatabase(options.connectionString);
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const sync = createSyncServer({
    database,
    functions: options.functions ?? ofProduct,
    verifyToken: options.verifyToken,
    log: pino({ level: process.env.TEST_LOG ?? "silent" }),
    allowedOrigins: [],
  });
  await sync.start();
  server.on("request", getRequestListener(sync.http.fetch));
  server.on("upgrade", (request, socket, head) => sync.handleUpgrade(request, socket, head));
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return {
    url,
    port,
    sync,
    async close() {
      await sync.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/** A proxy before a node, and the address that a client is given. */
export async function proxyTo(
  url: string,
  options: { plain?: boolean } = {},
): Promise<{ url: string; proxy: FaultProxy }> {
  const proxy = await startProxy(addressOf(url), options);
  return { proxy, url: `http://${proxy.host}:${proxy.port}` };
}

/** A proxy before the database, and the connection string that leads through it. */
export async function proxyToDatabase(
  connectionString: string,
): Promise<{ connectionString: string; proxy: FaultProxy }> {
  const url = new URL(connectionString);
  const directory = url.searchParams.get("host");
  const port = Number(url.port || 5432);
  const proxy = await startProxy(
    directory ? { path: `${directory}/.s.PGSQL.${port}` } : { host: url.hostname, port },
  );
  url.searchParams.delete("host");
  url.host = `${proxy.host}:${proxy.port}`;
  return { connectionString: url.toString(), proxy };
}

export const addressOf = (url: string) => ({ host: "127.0.0.1", port: Number(new URL(url).port) });

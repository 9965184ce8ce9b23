import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { TokenVerifier } from "../server/auth/identity.ts";
import { type Database, openDatabase } from "../server/db/database.ts";
import { functions as ofProduct } from "../server/functions/registry.ts";
import { createLog, type Logger, type LogLevel } from "../server/log.ts";
import type { FunctionRegistry } from "../server/sync/calls.ts";
import { createSyncServer, type SyncServer } from "../server/sync/server.ts";

/** One sync server of the service on a free port; several may share a database. */
export type Node = {
  url: string;
  port: number;
  database: Database;
  sync: SyncServer;
  close(): Promise<void>;
};

export type NodeOptions = { functions?: FunctionRegistry; log?: Logger; pingMs?: number };

/** `TEST_LOG=debug` shows what it logs. */
export async function serveNode(
  options: NodeOptions & { connectionString: string; verifyToken: TokenVerifier },
): Promise<Node> {
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
    log: options.log ?? createLog((process.env.TEST_LOG ?? "silent") as LogLevel),
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
  return {
    url,
    port,
    database,
    sync,
    async close() {
      await sync.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

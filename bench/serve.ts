/**
 * The real sync server in a process of its own: `node bench/serve.ts <connection string> <public key as JWK> [push host]`;
 * prints its port. With the host of a push service on this machine it also plans and sends notifications.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createLocalJWKSet } from "jose";
import { functions } from "../registry/functions.ts";
import { rooms } from "../registry/rooms.ts";
import { createVerifier } from "../server/auth/verifier.ts";
import { NO_LIMITS } from "../server/config/door.ts";
import { openDatabase } from "../server/db/database.ts";
import { createLog } from "../server/log.ts";
import { createUnsubscribeLinks } from "../server/mail/unsubscribe_links.ts";
import { openOutgoing } from "../server/outgoing/outgoing.ts";
import { Pace } from "../server/pace.ts";
import { createFileLinks } from "../server/storage/links.ts";
import { createLocalStorage } from "../server/storage/local.ts";
import { NO_OBSERVER } from "../server/sync/observer.ts";
import { createSyncServer } from "../server/sync/server.ts";
import { createFixedMasterKeys, createMasterKey } from "../server/vault/master_keys.ts";
import { createVault } from "../server/vault/vault.ts";
import { startProfile } from "./profile.ts";
import { AUDIENCE, ISSUER, SECRET } from "./tokens.ts";
import { reportCpu } from "./usage.ts";

const [connectionString, publicKey, pushHost] = process.argv.slice(2);
const database = openDatabase(connectionString!);
const log = createLog("warn");
const outgoing = await openOutgoing(
  {
    baseUrl: "http://localhost",
    mailFrom: "care@localhost",
    outgoing: {
      allow: pushHost ? ["127.0.0.1"] : [],
      pushHosts: pushHost ? [pushHost] : [],
      pushContact: null,
    },
  },
  { db: database.db, secret: SECRET, log },
);
const baseUrl = "http://localhost";
const pace = new Pace();
const parts = {
  baseUrl,
  storage: createLocalStorage(join(tmpdir(), "carediary-bench")),
  links: createFileLinks(SECRET, baseUrl),
  unsubscribe: createUnsubscribeLinks(SECRET, baseUrl),
  vault: createVault(createFixedMasterKeys(createMasterKey())),
  outgoing,
  pace,
};
const sync = createSyncServer({
  database,
  functions,
  environment: { ...parts, limits: NO_LIMITS },
  verifyToken: createVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: createLocalJWKSet({ keys: [JSON.parse(publicKey!)] }),
  }),
  log,
  allowedOrigins: [],
  observer: pace.watching(NO_OBSERVER),
});
await sync.start();
if (pushHost) rooms.find(({ name }) => name === "notifications")!.start!({ ...parts, database, log, rooms });
const api = getRequestListener(sync.http.fetch);
let endProfile: (() => Promise<void>) | null = null;
const server = createServer(async (request, response) => {
  if (request.url === "/usage") return reportCpu(request, response);
  if (request.url !== "/profile") return api(request, response);
  if (endProfile) await endProfile();
  endProfile = endProfile ? null : await startProfile(process.env.BENCH_PROFILE!);
  response.end();
});
server.on("upgrade", (request, socket, head) => sync.handleUpgrade(request, socket, head));
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));

/** The real sync server in a process of its own: `node bench/serve.ts <connection string> <public key as JWK>`; prints its port. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { createLocalJWKSet } from "jose";
import { functions } from "../registry/functions.ts";
import { createVerifier } from "../server/auth/verifier.ts";
import { NO_LIMITS } from "../server/config/door.ts";
import { openDatabase } from "../server/db/database.ts";
import { createLog } from "../server/log.ts";
import { createUnsubscribeLinks } from "../server/mail/unsubscribe_links.ts";
import { openOutgoing } from "../server/outgoing/outgoing.ts";
import { createFileLinks } from "../server/storage/links.ts";
import { createLocalStorage } from "../server/storage/local.ts";
import { createSyncServer } from "../server/sync/server.ts";
import { fixedMasterKeys, newMasterKey } from "../server/vault/master_keys.ts";
import { createVault } from "../server/vault/vault.ts";
import { AUDIENCE, ISSUER } from "./tokens.ts";
import { reportCpu } from "./usage.ts";

const database = openDatabase(process.argv[2]!);
const log = createLog("warn");
const outgoing = await openOutgoing(
  {
    baseUrl: "http://localhost",
    mailFrom: "care@localhost",
    outgoing: { allow: [], pushHosts: [], pushContact: null },
  },
  { db: database.db, secret: "the secret of a benchmark", log },
);
const sync = createSyncServer({
  database,
  functions,
  environment: {
    baseUrl: "http://localhost",
    storage: createLocalStorage(join(tmpdir(), "carediary-bench")),
    links: createFileLinks("the secret of a benchmark", "http://localhost"),
    unsubscribe: createUnsubscribeLinks("the secret of a benchmark", "http://localhost"),
    vault: createVault(fixedMasterKeys(newMasterKey())),
    outgoing,
    limits: NO_LIMITS,
  },
  verifyToken: createVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: createLocalJWKSet({ keys: [JSON.parse(process.argv[3]!)] }),
  }),
  log,
  allowedOrigins: [],
});
await sync.start();
const api = getRequestListener(sync.http.fetch);
const server = createServer((request, response) =>
  request.url === "/usage" ? reportCpu(request, response) : api(request, response),
);
server.on("upgrade", (request, socket, head) => sync.handleUpgrade(request, socket, head));
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));

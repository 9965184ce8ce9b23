import { ConvexClient, ConvexHttpClient } from "convex/browser";
import type { Database } from "../server/db/database.ts";
import type { UnsubscribeLinks } from "../server/mail/unsubscribe_links.ts";
import type { Outgoing } from "../server/outgoing/outgoing.ts";
import type { FileLinks } from "../server/storage/links.ts";
import type { FileStorage } from "../server/storage/storage.ts";
import type { SyncServer } from "../server/sync/server.ts";
import type { Vault } from "../server/vault/vault.ts";
import { createTestDatabase } from "./database.ts";
import { setDatabaseTime } from "./database_clock.ts";
import type { FakeClock } from "./fake_clock.ts";
import { type NodeOptions, serveNode } from "./node.ts";
import { type Claims, createIssuer, type Issuer, LONG_LIFETIME } from "./tokens.ts";

/** A sync server on a free port, with its database and its token issuer, and the real clients for it. */
export type Service = {
  url: string;
  database: Database;
  issuer: Issuer;
  sync: SyncServer;
  storage: FileStorage;
  /** The directory of the local storage. */
  files: string;
  links: FileLinks;
  unsubscribe: UnsubscribeLinks;
  vault: Vault;
  outgoing: Outgoing;
  /** A `ConvexClient` on a WebSocket; signed in when a person is given. Closed with the service. */
  connect(person?: Claims, options?: { lifetime?: number; url?: string }): ConvexClient;
  /** A `ConvexHttpClient` of a person. */
  http(person?: Claims): Promise<ConvexHttpClient>;
  /** A second server on the same database and issuer; closed with this one. */
  startSecondNode(): Promise<Service>;
  close(): Promise<void>;
};

/**
 * @param options.clock the time of its nodes and of its issuer
 * @param options.hasClock PostgreSQL's time is the clock's as well; `passTime` moves both
 */
export async function startService({
  hasClock = false,
  ...options
}: NodeOptions & { hasClock?: boolean } = {}): Promise<Service> {
  const testDatabase = await createTestDatabase({ hasClock });
  const issuer = await createIssuer(options.clock);
  const service = await serveService(testDatabase.connectionString, issuer, options);
  if (hasClock && options.clock) await setDatabaseTime(service.database, options.clock.now());
  return {
    ...service,
    async close() {
      await service.close();
      await testDatabase.drop();
    },
  };
}

/** Moves the time of a service and of its database by so many ms; what is due then runs. */
export async function passTime(
  { database }: Pick<Service, "database">,
  clock: FakeClock,
  ms: number,
): Promise<void> {
  await setDatabaseTime(database, clock.now() + ms);
  await clock.advance(ms);
}

/** Starts a service on an existing database, with an issuer that several services may share. */
export async function serveService(
  connectionString: string,
  issuer: Issuer,
  options: NodeOptions,
): Promise<Service> {
  const node = await serveNode({ ...options, connectionString, verifyToken: issuer.verifyToken });
  const { url, database, sync, storage, files, links, unsubscribe, vault, outgoing } = node;
  const clients: ConvexClient[] = [];
  const others: Service[] = [];
  return {
    url,
    database,
    issuer,
    sync,
    storage,
    files,
    links,
    unsubscribe,
    vault,
    outgoing,
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
      if (person) client.setAuth(await issuer.tokenFor(person, LONG_LIFETIME));
      return client;
    },
    async startSecondNode() {
      const other = await serveService(connectionString, issuer, options);
      others.push(other);
      return other;
    },
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await Promise.all(clients.map((client) => client.close()));
      await node.close();
    },
  };
}

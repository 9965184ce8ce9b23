import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { rooms } from "../registry/rooms.ts";
import type { AuthParts, AuthProvider, PasswordHashing } from "../server/auth/auth_provider.ts";
import { createAuthProvider } from "../server/auth/provider.ts";
import type { Clock } from "../server/clock.ts";
import { type Config, loadConfig } from "../server/config.ts";
import { type Database, openDatabase } from "../server/db/database.ts";
import type { Logger } from "../server/log.ts";
import type { OutgoingMail } from "../server/mail/message.ts";
import { enqueueMail } from "../server/mail/outbox.ts";
import { createTestDatabase } from "./database.ts";
import { setDatabaseTime } from "./database_clock.ts";
import { SECRET } from "./node.ts";
import { createTestLog } from "./server-log.ts";

export { Visitor } from "./visitor.ts";

/** A sign-in server for tests: the real provider over real HTTP on a database of its own. */
export type SignInServer = {
  /** The server's own address; `config.baseUrl` may differ. */
  url: string;
  config: Config;
  database: Database;
  provider: AuthProvider;
  close(): Promise<void>;
};

export { SECRET };

/** Stores passwords without scrypt, which takes a tenth of a second each time; for tests with dozens of attempts. */
export const QUICK_PASSWORDS: PasswordHashing = {
  hash: async (password) => createHash("sha256").update(password).digest("hex"),
  verify: async ({ hash, password }) => hash === (await QUICK_PASSWORDS.hash(password)),
};

/** `config` may depend on the server's origin. */
export async function startSignInServer({
  config: changes = () => ({}),
  log = createTestLog(),
  tokenLifetime,
  passwords,
  clock,
  hasClock = false,
}: {
  config?: (origin: string) => Partial<Config>;
  log?: Logger;
  tokenLifetime?: number;
  passwords?: PasswordHashing;
  clock?: Clock;
  /** PostgreSQL's time is the clock's as well; `passTime` moves both. */
  hasClock?: boolean;
} = {}): Promise<SignInServer> {
  const { connectionString, drop } = await createTestDatabase({ hasClock });
  const database = openDatabase(connectionString, { max: 6 });
  if (hasClock && clock) await setDatabaseTime(database, clock.now());
  let provider: AuthProvider | undefined;
  const server = createAdaptorServer({
    fetch: (request, { incoming }) =>
      provider?.handle?.(request, incoming.socket.remoteAddress) ?? new Response(null, { status: 404 }),
  }) as Server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const directory = await mkdtemp(join(tmpdir(), "carediary-sign-in-"));
  const config = { ...loadConfig({ BASE_URL: url, DATA_DIR: directory }), ...changes(url) };
  const parts: AuthParts = {
    config,
    database,
    secret: SECRET,
    log,
    rooms,
    sendMail: (mail) => enqueueMail(database.db, mail),
    tokenLifetime,
    passwords,
    clock,
  };
  provider = createAuthProvider(parts);
  return {
    url,
    config,
    database,
    provider,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
      await drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** The mails that wait in the outbox, oldest first. */
export async function waitingMails(database: Database): Promise<OutgoingMail[]> {
  const { rows } = await database.pool.query(
    `select to_address as "to", subject, text_body as text, html_body as html from mail_outbox order by id`,
  );
  return rows;
}

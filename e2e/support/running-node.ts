import { createHmac } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { product } from "../../registry/product.ts";
import { signInSecret } from "../../server/auth/secrets.ts";
import { loadConfig } from "../../server/config.ts";
import { readSecretKey } from "../../server/data_directory.ts";
import type { Database } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { startNode } from "../../server/node.ts";
import { Background } from "./background.ts";
import { createDatabase } from "./postgres.ts";

/** A whole server with its own database, for one worker of the browser tests. */
export type RunningNode = {
  url: string;
  database(): Database;
  /** The mails to this address, oldest first; without a mail server they are files. */
  letters(to: string): Promise<Email[]>;
  /** The signature that the server appends to a session's token in the cookie. */
  signature(token: string): Promise<string>;
  /** Stops the server; what was acknowledged stays in its data directory. */
  stop(): Promise<void>;
  /** Starts it again, on the same port and data directory; with another client when its directory is given. */
  start(client?: string): Promise<void>;
  /** Starts or stops the work that rooms do all the time: reminders, messages to webhooks, exports. */
  setBackground(isOn: boolean): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
};

/**
 * Starts a server with an empty data directory, on a free port unless `env` names one; `env` is its environment. It
 * trusts `X-Forwarded-For`, so that people of a test can have many addresses.
 * @param options.hasBackground whether the rooms' work in the background runs from the start
 */
export async function startRunningNode(
  env: NodeJS.ProcessEnv = {},
  { hasBackground = true } = {},
): Promise<RunningNode> {
  const dataDir = await mkdtemp(join(tmpdir(), "carediary-browser-"));
  // PostgreSQL's own user must be able to enter when the tests run as root.
  await chmod(dataDir, 0o711);
  const log = createLog("error");
  const own = await createDatabase();
  const background = new Background(product.rooms, hasBackground);
  const start = (port: string, client?: string) =>
    startNode(
      loadConfig({
        TRUST_PROXY: "true",
        ...(own && { DATABASE_URL: own.connectionString }),
        ...env,
        PORT: port,
        DATA_DIR: dataDir,
      }),
      {
        ...product,
        rooms: background.rooms,
        log,
        ...(client && { client: async () => client }),
      },
    );
  let node = await start(env.PORT ?? "0");
  // Behind a proxy the public address has another one.
  const port = env.PORT ?? new URL(node.url).port;
  return {
    url: node.url,
    database: () => node.database,
    letters: (to) => readLetters(join(dataDir, "mail"), to),
    async signature(token) {
      const secret = env.SECRET_KEY ?? (await readSecretKey(dataDir, async () => true));
      return signSession(secret, token);
    },
    stop: () => node.stop(),
    async start(client) {
      node = await start(port, client);
    },
    setBackground: (isOn) => background.set(isOn),
    async remove() {
      await node.stop();
      await own?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The signature that a server with this secret appends to a session's token in the cookie. */
export const signSession = (secret: string, token: string): string =>
  createHmac("sha256", signInSecret(secret)).update(token).digest("base64");

async function readLetters(directory: string, to: string): Promise<Email[]> {
  const names = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
  );
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to));
}

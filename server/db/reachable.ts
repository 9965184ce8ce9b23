import { randomUUID } from "node:crypto";
import pg from "pg";
import { getErrorCode, getFirstLine, StartError } from "../start_error.ts";
import type { Database } from "./database.ts";

const TIMEOUT_MS = 10_000;
/** Enough connections to take all idle ones of a pooler; one of them gets the session that was just used. */
const OTHER_CONNECTIONS = 3;
/** The oldest PostgreSQL version that the SQL of the migrations supports. */
const OLDEST_VERSION = 15;

/**
 * Checks that DATABASE_URL leads to a database that this program can use.
 * @param setting the name of the address in messages
 * @throws StartError whose one line names the cause and never shows the password.
 */
export async function assertDatabaseUsable(
  connectionString: string,
  setting = "DATABASE_URL",
): Promise<void> {
  const url = new URL(connectionString);
  const host = url.searchParams.get("host") ?? (url.hostname || "localhost");
  const where = host.startsWith("/") ? host : `${host}:${url.port || 5432}`;
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding",
    );
    const { version, encoding } = rows[0] as { version: number; encoding: string };
    if (version < OLDEST_VERSION) {
      throw new StartError(
        `${setting}: PostgreSQL ${version} at ${where} is too old: ${OLDEST_VERSION} or newer is needed.`,
      );
    }
    if (encoding !== "UTF8") {
      throw new StartError(
        `${setting}: the database "${database}" has the encoding ${encoding}: create one with UTF8.`,
      );
    }
    if (await isTransactionPooler(client, connectionString)) {
      throw new StartError(
        `${setting}: ${where} gives each transaction to another session, as PgBouncer does in transaction mode, which ` +
          "this program can't work with: name PostgreSQL itself, or set pool_mode=session.",
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${setting}: ${explain(error, { where, database, user: decodeURIComponent(url.username) })}`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Whether there is a pooler in between that assigns a session per transaction. A setting of this connection then
 * shows up on another one, or is gone when another transaction keeps the session busy.
 */
async function isTransactionPooler(client: pg.Client, connectionString: string): Promise<boolean> {
  const mark = randomUUID();
  await client.query("select set_config('carediary.probe', $1, false)", [mark]);
  const read = "select coalesce(current_setting('carediary.probe', true), '') as mark";
  const others = Array.from(
    { length: OTHER_CONNECTIONS },
    () => new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }),
  );
  try {
    for (const other of others) {
      other.on("error", () => {});
      await other.connect();
      await other.query("begin");
      if ((await other.query(read)).rows[0].mark === mark) return true;
    }
    return (await client.query(read)).rows[0].mark !== mark;
  } finally {
    for (const other of others) await other.end().catch(() => {});
  }
}

function explain(error: unknown, at: { where: string; database: string; user: string }): string {
  switch (getErrorCode(error)) {
    case "ECONNREFUSED":
      return `no PostgreSQL answers at ${at.where} (connection refused): is it running, and is the port right?`;
    case "ENOENT":
      return `no PostgreSQL listens in ${at.where}.`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the host of ${at.where} isn't known.`;
    case "28P01":
      return `the password for user "${at.user}" was refused by ${at.where}.`;
    case "28000":
      return `user "${at.user}" may not connect to database "${at.database}" at ${at.where}.`;
    case "3D000":
      return `the database "${at.database}" doesn't exist at ${at.where}: create it first (createdb ${at.database}).`;
    case "53300":
      return `${at.where} has no connection left.`;
    case "57P03":
      return `the PostgreSQL at ${at.where} is starting up or shutting down: try again.`;
    default:
      return `${at.where} can't be used: ${getFirstLine(error)}.`;
  }
}

/** True when the database answers a trivial query within `ms`. */
export async function isAnswering({ pool }: Pick<Database, "pool">, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const asked = pool.query("select 1").then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

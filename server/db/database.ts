import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { coalescingSocket } from "./coalescing_socket.ts";
import type { DB } from "./tables.ts";
import { readTimestamp } from "./timestamps.ts";

/** Row types of all tables, generated from the migrated schema (`npm run tables`). */
export type Tables = DB;

/** A transaction, or what is used like one: statements on one connection. */
export type Transaction = Kysely<Tables>;

export type Database = {
  pool: Pool;
  db: Kysely<Tables>;
  connectionString: string;
  /** Kysely over one connection that the caller holds, for a transaction that it begins and ends itself. */
  on(client: PoolClient): Kysely<Tables>;
  /**
   * Ends what `on` gave: its further statements are refused. Called before the transaction is ended, since whatever of
   * it still goes on would ask and write outside of it, or in that of the connection's next holder.
   */
  endStatementsOn(client: PoolClient): void;
  close(): Promise<void>;
};

/** Who waits longer for a free connection, or for one to be made, is told that the database is busy. */
const CONNECTION_WITHIN_MS = 10_000;

/**
 * How long the answer to a statement may stay out before its connection counts as broken: behind a network that has gone
 * silent nothing closes it, and the system would wait for a quarter of an hour. Statements of functions end long before.
 */
const ANSWER_WITHIN_MS = 60_000;

/** Idle connections ask after so long whether the other side is still there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 15_000 } as const;

type PoolOptions = {
  /** The most connections. */
  max?: number;
  /** In ms; 0 for work that may take any time, such as migrations. */
  answerWithinMs?: number;
};

/** Opens a pool on the database; nothing connects before the first query. */
export function openDatabase(
  connectionString: string,
  { max = 12, answerWithinMs = ANSWER_WITHIN_MS }: PoolOptions = {},
): Database {
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECTION_WITHIN_MS,
    application_name: "carediary",
    ...KEEP_ALIVE,
    query_timeout: answerWithinMs,
    pipeline: true,
    stream: coalescingSocket,
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
  });
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on("error", () => {});
  // One that breaks between two queries of whoever holds it as well: the next query fails and is dealt with there.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = kyselyOver({ connect: async () => preparing(await pool.connect()), end: () => pool.end() });
  const bound = new WeakMap<PoolClient, { kysely: Kysely<Tables>; end(): void }>();
  return {
    pool,
    db,
    connectionString,
    on(client) {
      let transaction = bound.get(client);
      if (!transaction) {
        transaction = kyselyUntilOver(client);
        bound.set(client, transaction);
      }
      return transaction.kysely;
    },
    endStatementsOn(client) {
      bound.get(client)?.end();
      bound.delete(client);
    },
    close: () => db.destroy(),
  };
}

const kyselyOver = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

function kyselyUntilOver(client: PoolClient) {
  let isOver = false;
  const { query, ...rest } = preparing(client);
  const connection = {
    ...rest,
    query: (async (text: string, values: readonly unknown[]) => {
      if (isOver) throw new Error("The transaction is over");
      return query(text, values);
    }) as typeof query,
    release() {},
  };
  return {
    kysely: kyselyOver({ connect: async () => connection, end: async () => {} }),
    end() {
      isOver = true;
    },
  };
}

const PREPARED_STATEMENTS = 400;

/**
 * Gives each distinct SQL text a name, so that PostgreSQL parses and plans it once a connection.
 * Planning the note list takes longer than running it.
 */
function preparing(client: PoolClient) {
  const names = preparedNames(client);
  return {
    query: (text: string, values: readonly unknown[]) => {
      let name = names.get(text);
      if (name === undefined && values.length > 0 && names.size < PREPARED_STATEMENTS) {
        name = `s${names.size}`;
        names.set(text, name);
      }
      return client.query({ name, text, values: values as unknown[] });
    },
    release: () => client.release(),
  } as unknown as Awaited<ReturnType<PostgresPool["connect"]>>;
}

const namesOfClients = new WeakMap<PoolClient, Map<string, string>>();
function preparedNames(client: PoolClient) {
  let names = namesOfClients.get(client);
  if (!names) {
    names = new Map();
    namesOfClients.set(client, names);
  }
  return names;
}

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/** Times arrive as epoch ms, counts and percentages as numbers, days as `YYYY-MM-DD`: what the wire says. */
function typeParser(oid: number, format: "text" | "binary" = "text") {
  if (format === "text") {
    if (oid === TIMESTAMPTZ) return readTimestamp;
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return (value: string) => value;
  }
  return types.getTypeParser(oid, format);
}

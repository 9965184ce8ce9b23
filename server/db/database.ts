import { type Compilable, Kysely, type PostgresPool } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { createCoalescingSocket } from "./coalescing_socket.ts";
import { FixedTextDialect } from "./fixed_texts.ts";
import { toKyselyClient } from "./kysely_client.ts";
import type { DB } from "./tables.ts";
import { readTimestamp } from "./timestamps.ts";
// Refusals and letters are texts with keys.
import "../words/texts.ts";

/** Row types of all tables, generated from the migrated schema (`npm run tables`). */
export type Tables = DB;

/** Statements on one connection: a transaction, or the database itself. */
export type Transaction = Kysely<Tables>;

export type Database = {
  pool: Pool;
  db: Kysely<Tables>;
  connectionString: string;
  /** Kysely on one connection that the caller holds, for a transaction that the caller begins and ends. */
  on(client: PoolClient): Kysely<Tables>;
  /** Sends a statement on a connection at once, without waiting for others: later statements run after it. */
  send(client: PoolClient, statement: Compilable): Promise<unknown>;
  /**
   * Refuses further statements through the Kysely that `on` returned. Called before the transaction ends: unfinished
   * work would otherwise run its statements outside the transaction, or in that of the connection's next holder.
   */
  refuseStatements(client: PoolClient): void;
  close(): Promise<void>;
};

/** Time limit for getting a connection from the pool; above it the error is that the database is busy. */
const CONNECTION_WITHIN_MS = 10_000;

/**
 * Time limit for the answer to a statement; above it the connection counts as broken. On a silent network nothing
 * else closes it, and the operating system would wait for a quarter of an hour. Statements of functions have a much
 * shorter limit.
 */
const ANSWER_WITHIN_MS = 60_000;

/** Idle connections check after this time whether the other side still answers. */
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
    stream: createCoalescingSocket,
    types: { getTypeParser: typeParser as typeof types.getTypeParser },
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", () => {});
  // The same for a connection that breaks between two queries of its holder: the next query fails and is handled
  // there.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = kyselyOn({
    connect: async () => withPreparedStatements(await pool.connect()),
    end: () => pool.end(),
  });
  const openTransactions = new WeakMap<PoolClient, { kysely: Kysely<Tables>; end(): void }>();
  return {
    pool,
    db,
    connectionString,
    on(client) {
      let transaction = openTransactions.get(client);
      if (!transaction) {
        transaction = kyselyForTransaction(client);
        openTransactions.set(client, transaction);
      }
      return transaction.kysely;
    },
    send(client, statement) {
      const { sql, parameters } = statement.compile();
      return withPreparedStatements(client).query(sql, parameters);
    },
    refuseStatements(client) {
      openTransactions.get(client)?.end();
      openTransactions.delete(client);
    },
    close: () => db.destroy(),
  };
}

const kyselyOn = (pool: PostgresPool) => new Kysely<Tables>({ dialect: new FixedTextDialect({ pool }) });

function kyselyForTransaction(client: PoolClient) {
  let hasEnded = false;
  const { query, ...rest } = withPreparedStatements(client);
  const connection = {
    ...rest,
    query: (async (text: string, values: readonly unknown[]) => {
      if (hasEnded) throw new Error("The transaction is over");
      return query(text, values);
    }) as typeof query,
    release() {},
  };
  return {
    kysely: kyselyOn({ connect: async () => connection, end: async () => {} }),
    end() {
      hasEnded = true;
    },
  };
}

const PREPARED_STATEMENTS = 400;

/**
 * Gives each distinct SQL text a name, so that PostgreSQL parses and plans it once per connection: planning the list
 * of notes takes longer than running it. Names are never dropped: they are few, since the program's texts are fixed
 * and values are parameters, a list of them only one (`fixed_texts.ts`), and after `PREPARED_STATEMENTS` (400) of them further texts run without a name. The gain
 * is part of the latencies in bench/results.json; it isn't measured by itself. To go back: let `query` pass no
 * `name`.
 */
function withPreparedStatements(client: PoolClient) {
  const names = preparedNames(client);
  return toKyselyClient({
    query: (text, values) => {
      let name = names.get(text);
      if (name === undefined && values.length > 0 && names.size < PREPARED_STATEMENTS) {
        name = `s${names.size}`;
        names.set(text, name);
      }
      return client.query({ name, text, values: values as unknown[] });
    },
    release: () => client.release(),
  });
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

/** Times become epoch ms, counts and percentages numbers, days `YYYY-MM-DD`, as in the protocol. */
function typeParser(oid: number, format: "text" | "binary" = "text") {
  if (format === "text") {
    if (oid === TIMESTAMPTZ) return readTimestamp;
    if (oid === INT8 || oid === NUMERIC) return Number;
    if (oid === DATE) return (value: string) => value;
  }
  return types.getTypeParser(oid, format);
}

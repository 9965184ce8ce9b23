import type { Compilable } from "kysely";
import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { CareError } from "../../lib/errors.ts";
import { insertAuditEvent } from "../access/audit.ts";
import type { Identity } from "../auth/identity.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { querySeveral, runPipelined } from "../db/pipelined.ts";
import { DiskFull, type DiskRoom, isDiskFull } from "../disk.ts";
import type { WriteAnswer } from "../functions/answers.ts";
import type { FunctionEnvironment, ServerFunction } from "../functions/define.ts";
import type { CommitClock } from "./clock.ts";
import { getFailureCode, isTemporary, toFailure } from "./failures.ts";
import { observeCalls, type SyncObserver } from "./observer.ts";
import { DENIED, getBeginning, getKnown, getPruning, getRefusalStatement, isOfSignIn } from "./outbox.ts";
import type { Failure } from "./protocol.ts";
import type { MutationCall, OperationKey, RequestKey } from "./requests.ts";
import {
  isConflict,
  isDatabaseDown,
  isForeignKeyViolation,
  isTemporaryDatabaseError,
  isUniqueViolation,
} from "./sqlstate.ts";

/** A commit of this node: its timestamp and the changed scopes. */
export type Commit = { ts: bigint; scopes: readonly string[] };

/** How a mutation ended. A success carries the commit timestamp; a failure changed nothing. */
export type MutationOutcome =
  /**
   * `scopes`: the scopes that the commit changed, as far as known. `isRepeat`: the request was sent again and has had
   * this outcome before.
   */
  | { success: true; json: string; ts: bigint; scopes: string[]; isRepeat?: boolean }
  /** `isTemporary`: it isn't stored as the outcome; the same request may succeed when it is sent again. */
  | ({ success: false; isTemporary?: boolean; isRepeat?: boolean } & Failure);

/**
 * The database was lost during a mutation and didn't return in time: the mutation may or may not have been committed,
 * so neither answer would be true. The client has to send it again.
 */
export class OutcomeUnknown extends Error {}

type StoredOutcome = { result: unknown } | Failure;
/** The answer to a request that needn't run; `isRepeat`: it had this answer before. */
type Known = { outcome: StoredOutcome; isRepeat: boolean };

/** Enough for a few dozen people, or uploads of one, that update the same row on a busy machine. */
const MAX_ATTEMPTS = 12;
const MAX_PAUSE_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** No new attempt begins later than this after the first one. */
const ATTEMPT_WITHIN_MS = 20_000;
const SESSION_ID = /^[0-9a-f-]{36}$/;

/**
 * Runs mutations: one transaction each, retried on conflicts, with the outcome stored in the same transaction, so that
 * a request that is sent again (to any node) gets the outcome of the first.
 */
export class MutationRunner {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #environment: Pick<FunctionEnvironment, "baseUrl" | "vault" | "unsubscribe" | "limits">;
  readonly #storage: FunctionEnvironment["storage"];

  readonly #clock: CommitClock;
  readonly #time: Clock;
  readonly #write: WriteAnswer;
  readonly #observer: SyncObserver;
  readonly #room: DiskRoom;

  constructor({
    database,
    clock,
    time,
    log,
    environment: { baseUrl, vault, unsubscribe, storage, limits },
    write,
    observer,
    room,
  }: {
    database: Database;
    clock: CommitClock;
    time: Clock;
    log: Logger;
    environment: FunctionEnvironment;
    write: WriteAnswer;
    observer: SyncObserver;
    room: DiskRoom;
  }) {
    this.#time = time;
    this.#room = room;
    this.#write = write;
    this.#observer = observer;
    this.#environment = { baseUrl, vault, unsubscribe, limits };
    this.#storage = storage;
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /** @param mayBeVisible called each time that it changes whether others may already see the effect, until the outcome is known */
  run(call: MutationCall, request: RequestKey | null, mayBeVisible: (may: boolean) => void = () => {}) {
    return observeCalls(
      this.#observer,
      { kind: "mutation", name: call.name },
      () => this.#runUntilKnown(call, request, mayBeVisible),
      (outcome) => (outcome.success ? "ok" : getFailureCode(outcome)),
    );
  }

  async #runUntilKnown(
    call: MutationCall,
    request: RequestKey | null,
    mayBeVisible: (may: boolean) => void,
  ): Promise<MutationOutcome> {
    if (request && !SESSION_ID.test(request.sessionId)) throw new Error("Not a session id");
    const userKey = getCallerKey(call.identity);
    let isPrepared = call.fn.prepare === undefined || call.refusal !== undefined;
    const begin = this.#time.elapsed();
    for (let attempt = 1; ; attempt++) {
      try {
        if (!isPrepared) await this.#prepare(call);
        isPrepared = true;
        // A request that is sent again may have been committed over another connection.
        mayBeVisible(request !== null);
        return await this.#attempt(call, request, userKey, mayBeVisible);
      } catch (error) {
        const mayRepeat =
          isConflict(error) ||
          // A new attempt sees from its start which rows came or went, so the handler gives the proper answer.
          isForeignKeyViolation(error) ||
          isUniqueViolation(
            error,
            /^sync_outcomes_pkey$|_short_id_key$|^(notes|comments|tasks|task_series)_pkey$/,
          ) ||
          // It may have been committed all the same; only a request with a number can find out.
          (request !== null && isTemporaryDatabaseError(error) && !isDiskFull(error));
        if (mayRepeat && attempt < MAX_ATTEMPTS && this.#time.elapsed() - begin < ATTEMPT_WITHIN_MS) {
          await this.#time.sleep(Math.random() * Math.min(5 * 2 ** attempt, MAX_PAUSE_MS));
          continue;
        }
        if (isDatabaseDown(error) && request) throw new OutcomeUnknown();
        const failure = toFailure(error, call.name, this.#log);
        if (!request || isPassing(error, request))
          return { success: false, isTemporary: isPassing(error, request), ...failure };
        return this.#storeFailureOnNewConnection(request, userKey, failure);
      }
    }
  }

  /** Runs `prepare`, without holding a connection. */
  async #prepare({ fn, args, identity }: MutationCall): Promise<void> {
    const { db } = this.#database;
    const access = await fn.access.resolve({ db, identity }, args);
    await fn.prepare?.({ db, access, now: new Date(this.#time.now()), storage: this.#storage }, args);
  }

  async #storeFailureOnNewConnection(
    request: RequestKey,
    userKey: string,
    failure: Failure,
  ): Promise<MutationOutcome> {
    let client: PoolClient | undefined;
    try {
      client = await this.#database.pool.connect();
      return await this.#storeFailure(client, request, userKey, failure);
    } catch (error) {
      // Answered but not stored, this failure could still become a success when the request is sent again.
      if (isDatabaseDown(error)) throw new OutcomeUnknown();
      throw error;
    } finally {
      client?.release();
    }
  }

  async #attempt(
    call: MutationCall,
    request: RequestKey | null,
    userKey: string,
    mayBeVisible: (may: boolean) => void,
  ): Promise<MutationOutcome> {
    const client = await this.#database.pool.connect();
    let broken: Error | undefined;
    try {
      // Sent before anything else on this connection; the access check below is pipelined behind it.
      const prior = this.#begin(client, request, userKey);
      prior.then(
        (known) => mayBeVisible(known !== null),
        () => {},
      );
      let result: unknown;
      const last: Compilable[] = [];
      try {
        result = await this.#runHandler(client, call, prior, last);
      } catch (error) {
        this.#database.refuseStatements(client);
        const known = await prior;
        await client.query("rollback");
        if (known) return await this.#repeatOutcome(client, known);
        if (!(error instanceof CareError)) throw error;
        const failure = toFailure(error, call.name, this.#log);
        if (isPassing(error, request)) return { success: false, isTemporary: true, ...failure };
        return request
          ? await this.#storeFailure(client, request, userKey, failure)
          : { success: false, ...failure };
      }
      this.#database.refuseStatements(client);
      const known = await prior;
      if (known) {
        await client.query("rollback");
        return await this.#repeatOutcome(client, known);
      }
      const json = this.#write(call.fn, result);
      mayBeVisible(true);
      const { ts, scopes } = await this.#commit(client, request, userKey, json, last);
      return { success: true, json, ts, scopes };
    } catch (error) {
      if (isDatabaseDown(error)) broken = error as Error;
      else await client.query("rollback").catch((rollbackError) => (broken = rollbackError));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** @param last gets the statements that the handler writes with the commit */
  async #runHandler(client: PoolClient, call: MutationCall, prior: Promise<unknown>, last: Compilable[]) {
    const db = this.#database.on(client);
    if (call.refusal) throw call.refusal;
    const access = await call.fn.access.resolve({ db, identity: call.identity }, call.args);
    if (await prior) return undefined;
    // Only now: a mutation saved earlier and sent again has its outcome.
    if (!call.fn.usesReserve && (await this.#room.isFull())) throw new DiskFull();
    const now = new Date(this.#time.now());
    const actorId = (access as { userId?: string } | null)?.userId ?? null;
    return (call.fn as ServerFunction<"mutation">).handler(
      {
        db,
        access,
        now,
        madeAt: call.operation?.madeAt ?? now,
        opId: call.operation?.id ?? null,
        ...this.#environment,
        writeLast: (statement) => last.push(statement),
        audit: async (event) =>
          void last.push(insertAuditEvent(db, actorId, event, call.identity?.sessionId)),
      },
      call.args,
    );
  }

  /** Begins the transaction and reads the stored outcome of the request, if any, in one round trip. */
  async #begin(client: PoolClient, request: RequestKey | null, userKey: string): Promise<Known | null> {
    const begin = `begin isolation level repeatable read; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`;
    if (!request) {
      await client.query(begin);
      return null;
    }
    if (isOperation(request)) {
      const taken = await querySeveral<Parameters<typeof getKnown>[0] & object>(
        client,
        `${begin}; ${getBeginning(client, request, userKey)}`,
      );
      return taken.at(-2)!.rowCount === 1 ? null : getKnown(taken.at(-1)!.rows[0], request, userKey);
    }
    const results = await querySeveral<{
      user_key: string;
      outcome: StoredOutcome;
      fingerprint: string | null;
    }>(
      client,
      `${begin}; select user_key, outcome, encode(fingerprint, 'hex') as fingerprint from sync_outcomes
        where session_id = '${request.sessionId}' and request_id = ${request.requestId}`,
    );
    const row = results.at(-1)!.rows[0];
    if (!row) return null;
    // A session belongs to the user who began it; nobody else gets its outcomes.
    if (row.user_key !== userKey) return { outcome: DENIED, isRepeat: false };
    if (row.fingerprint !== (request.fingerprint ?? null)) return { outcome: KEY_REUSED, isRepeat: false };
    return { outcome: row.outcome, isRepeat: true };
  }

  /** Runs the last statements, stores the outcome, commits and takes the commit timestamp, in one round trip. */
  async #commit(
    client: PoolClient,
    request: RequestKey | null,
    userKey: string,
    json: string,
    last: readonly Compilable[],
  ) {
    const { known } = this.#clock;
    const prune = isOperation(request) ? `${getPruning(request)};` : "";
    const store = request ? `${prune} ${insertOutcome(client, request, userKey, `{"result":${json}}`)};` : "";
    const lastStatements = last.map((statement) => this.#database.send(client, statement));
    const commit = querySeveral<{ ts: string; scopes: string[] }>(
      client,
      `${store} select array(select distinct scope from sync_log where xid = pg_current_xact_id()) as scopes;
       commit; select nextval('sync_ts')::text as ts`,
    );
    const [results] = await runPipelined(commit, ...lastStatements);
    // A handler that swallowed a database error would otherwise end in a silent rollback.
    if (results.at(-2)?.command !== "COMMIT") throw new Error("The transaction was rolled back at commit");
    const ts = await this.#clock.timestampOfCommit(BigInt(results.at(-1)!.rows[0]!.ts), known);
    return { ts, scopes: results.at(-3)!.rows[0]!.scopes };
  }

  /** Stores a failure as well, since a request that is sent again could otherwise succeed after later ones. */
  async #storeFailure(
    client: PoolClient,
    request: RequestKey,
    userKey: string,
    failure: Failure,
  ): Promise<MutationOutcome> {
    const insertion = insertOutcome(client, request, userKey, JSON.stringify(failure));
    const { rowCount } = await client.query(
      isOperation(request)
        ? getRefusalStatement(client, request, userKey, insertion)
        : `${insertion} on conflict do nothing`,
    );
    if (rowCount === 1) return { success: false, ...failure };
    // Another connection was first.
    const known = await this.#begin(client, request, userKey);
    await client.query("rollback");
    return known
      ? this.#repeatOutcome(client, known)
      : { success: false, isTemporary: isOperation(request), ...failure };
  }

  async #repeatOutcome(client: PoolClient, { outcome, isRepeat }: Known): Promise<MutationOutcome> {
    if ("errorMessage" in outcome) return { success: false, isRepeat, ...outcome };
    const before = this.#clock.known;
    const { rows } = await client.query("select nextval('sync_ts')::text as ts");
    const ts = await this.#clock.timestampOfCommit(BigInt(rows[0].ts), before);
    return { success: true, json: JSON.stringify(outcome.result), ts, scopes: [], isRepeat };
  }
}

/** The owner of requests: a program with an access token has its own. */
export const getCallerKey = (identity: Identity | null): string =>
  identity ? `${identity.issuer}|${identity.subject}` : "-";

const REUSED = "This Idempotency-Key was used for something else. Take a new one for each change.";
export const KEY_REUSED: Failure = {
  errorMessage: REUSED,
  errorData: { code: "key-reused", message: REUSED },
};

const isOperation = (request: RequestKey | null): request is OperationKey => request?.acked !== undefined;

/** Whether a failure isn't the request's outcome, so that it is decided when it is sent again. */
const isPassing = (error: unknown, request: RequestKey | null): boolean =>
  isTemporary(error) || (isOperation(request) && isOfSignIn(error));

/** The statement that stores an outcome. */
function insertOutcome(
  client: PoolClient,
  { sessionId, requestId, fingerprint }: RequestKey,
  userKey: string,
  outcome: string,
): string {
  const columns = fingerprint === undefined ? "" : ", fingerprint";
  const values = fingerprint === undefined ? "" : `, ${client.escapeLiteral(`\\x${fingerprint}`)}::bytea`;
  return `insert into sync_outcomes (session_id, request_id, user_key, outcome${columns})
    select '${sessionId}'::uuid, ${requestId}, ${client.escapeLiteral(userKey)}, ${client.escapeLiteral(outcome)}::jsonb${values}`;
}

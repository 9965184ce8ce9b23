import type { PoolClient } from "pg";
import type { Logger } from "pino";
import { CareError } from "../../lib/errors.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { CommitClock } from "./clock.ts";
import { type QueryExecution, RecordedError } from "./execution.ts";
import { BUSY, isTemporary, toFailure } from "./failures.ts";
import {
  type AccessNode,
  isAccessNode,
  isFailure,
  isSameOutcome,
  type LiveResults,
  type ResultNode,
  toOutcome,
} from "./live_results.ts";
import type { SyncObserver } from "./observer.ts";
import type { Failure } from "./protocol.ts";
import { beginSnapshot, deleteChangesBefore, SettledTime, type Snapshot } from "./snapshot.ts";
import { isDatabaseDown, isInFailedTransaction } from "./sqlstate.ts";
import type { Subscription } from "./subscription.ts";

/** A socket as the refresher sees it. */
export type Refreshable = {
  /** The content of the transition for a pass of that timestamp, or null when the socket can take none now. */
  plan(ts: bigint): Plan | null;
  /** Sends the results of a pass; all current results are of one snapshot that contains all commits up to `ts`. */
  deliver(plan: Plan, ts: bigint): void;
};

export type Plan = { subscriptions: readonly Subscription[]; querySet: number; identity: number };

type TimedSnapshot = Snapshot & { at: number };

type Runs = Map<AccessNode | ResultNode, Promise<void>>;

/**
 * Changes are kept about this long for nodes that lag; a node that was stopped for longer marks everything as stale.
 */
const KEEP_CHANGES_MS = 120_000;
const RETRY_MS = { first: 50, longest: 2000 };

/**
 * Updates sockets in passes. A pass takes one snapshot, marks the changes since the previous one, runs each stale check
 * and query once, and hands every affected socket its new results. Passes run one after the other, so commits that
 * arrive meanwhile are handled together.
 */
export class Refresher {
  readonly #database: Database;
  readonly #execution: QueryExecution;
  readonly #results: LiveResults;
  readonly #clock: CommitClock;
  readonly #time: Clock;
  readonly #settled: SettledTime;
  readonly #log: Logger;
  readonly #observer: SyncObserver;
  readonly #dirty = new Set<Refreshable>();
  #snapshot: TimedSnapshot | null = null;
  #horizon: TimedSnapshot | null = null;
  #running = false;
  #passesBegun = 0;
  #isPassRequested = false;
  #stopped = false;
  #onIdle: (() => void) | null = null;

  constructor(parts: {
    database: Database;
    execution: QueryExecution;
    results: LiveResults;
    clock: CommitClock;
    time: Clock;
    log: Logger;
    observer: SyncObserver;
  }) {
    this.#time = parts.time;
    this.#settled = new SettledTime(parts.time);
    this.#database = parts.database;
    this.#execution = parts.execution;
    this.#results = parts.results;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#observer = parts.observer;
  }

  /** How many passes have begun; during a pass, its own number. */
  get passesBegun(): number {
    return this.#passesBegun;
  }

  /** Requests a pass; with a socket, the pass includes it even if nothing changed in the database. */
  requestPass(socket?: Refreshable): void {
    if (socket) this.#dirty.add(socket);
    this.#isPassRequested = true;
    if (!this.#running && !this.#stopped) void this.#run();
  }

  /** Includes a socket in the next pass, without requesting a pass. */
  includeInNextPass(socket: Refreshable): void {
    this.#dirty.add(socket);
  }

  /**
   * Marks in advance the scopes that a commit changed, so that the next pass can read them in the same round trip as
   * the change log. An optimisation only: the pass finds all changes by itself.
   */
  markStaleEarly(scopes: readonly string[]): void {
    this.#results.invalidate(scopes);
  }

  forget(socket: Refreshable): void {
    this.#dirty.delete(socket);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#running) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  async #run(): Promise<void> {
    this.#running = true;
    let pause = RETRY_MS.first;
    while (this.#isPassRequested && !this.#stopped) {
      this.#isPassRequested = false;
      try {
        await this.#pass();
        pause = RETRY_MS.first;
      } catch (error) {
        this.#isPassRequested = true;
        if (error instanceof PassAborted) continue;
        this.#log.warn({ err: error }, "live results wait for the database");
        await this.#time.sleep(pause);
        pause = Math.min(pause * 2, RETRY_MS.longest);
      }
    }
    this.#running = false;
    this.#onIdle?.();
  }

  async #pass(): Promise<void> {
    this.#passesBegun++;
    const begin = this.#time.elapsed();
    // Read before the snapshot: it contains all commits up to here.
    const ts = this.#clock.known;
    const client = await this.#database.pool.connect();
    const runs: Runs = new Map();
    try {
      await this.#takeSnapshot(client, runs);
      const planned = this.#planSockets(ts);
      try {
        await this.#settle(client, planned, runs);
      } catch (error) {
        for (const { socket } of planned) this.#dirty.add(socket);
        throw error;
      }
      for (const { socket, plan } of planned) socket.deliver(plan, ts);
    } finally {
      await this.#end(client, runs);
      this.#observer.onPass({ reads: runs.size, seconds: (this.#time.elapsed() - begin) / 1000 });
    }
    this.#deleteOldChanges();
  }

  /**
   * Ends the transaction after all reads in it, also those that no socket of this pass waited for: a read that went
   * on would run its next statement in the connection's next transaction, and would replace a later pass's result
   * with an older one.
   */
  async #end(client: PoolClient, runs: Runs): Promise<void> {
    await Promise.allSettled(runs.values());
    this.#database.refuseStatements(client);
    // Nothing was written, so nothing can be lost; `commit` also ends an aborted transaction.
    client.query("commit").then(
      () => client.release(),
      (error) => client.release(error),
    );
  }

  /** Begins the snapshot; entries already known to be stale are read in the same round trip. */
  async #takeSnapshot(client: PoolClient, runs: Runs): Promise<void> {
    const last = this.#snapshot;
    const beginning = beginSnapshot(client, last, this.#settled);
    for (const node of this.#results.staleNodes()) this.#runOnce(client, node, runs);
    const { id, server, changed } = await beginning;
    if (changed === null) this.#results.invalidateEverything();
    else this.#results.invalidate(changed);
    this.#results.dropSurplus();
    if (last && last.server !== server) await this.#clock.advanceSequence();
    this.#snapshot = { id, server, at: this.#time.elapsed() };
  }

  #planSockets(ts: bigint): { socket: Refreshable; plan: Plan }[] {
    const sockets = new Set(this.#dirty);
    this.#dirty.clear();
    for (const watcher of this.#results.staleWatchers()) sockets.add(watcher.socket as Refreshable);
    const planned = [];
    for (const socket of sockets) {
      const plan = socket.plan(ts);
      if (plan) planned.push({ socket, plan });
    }
    return planned;
  }

  /** Runs a stale check or result, at most once a pass. */
  #runOnce(client: PoolClient, node: AccessNode | ResultNode, runs: Runs): Promise<void> | undefined {
    let running = runs.get(node);
    if (!running) {
      if (!node.stale || this.#results.isPostponed(node)) return;
      running = isAccessNode(node) ? this.#runCheck(client, node) : this.#runQuery(client, node);
      // When the pass fails before anybody awaits this run, that failure is already reported.
      running.catch(() => {});
      runs.set(node, running);
    }
    return running;
  }

  /** Computes the results of every subscription of the planned sockets, pipelined on the pass's one connection. */
  async #settle(client: PoolClient, planned: { plan: Plan }[], runs: Runs): Promise<void> {
    const waits: Promise<void>[] = [];
    for (const { plan } of planned) {
      for (const subscription of plan.subscriptions) {
        if (!subscription.settled) waits.push(this.#settleOne(client, subscription, runs));
        else if (subscription.result) subscription.current = subscription.result.outcome;
      }
    }
    const failed = (await Promise.allSettled(waits)).find((wait) => wait.status === "rejected");
    if (failed) throw failed.reason;
  }

  async #settleOne(client: PoolClient, subscription: Subscription, runs: Runs): Promise<void> {
    const check = subscription.watchCheck(this.#results);
    if (!check) return;
    try {
      await this.#runOnce(client, check, runs);
      if (this.#results.isPostponed(check)) return this.#setPostponedOutcome(subscription);
      const access = check.outcome!;
      if (isFailure(access)) {
        subscription.unwatchResult(this.#results);
        return subscription.settle(toOutcome(access, null));
      }
      const result = subscription.watchResult(this.#results, access);
      if (!result) return;
      await this.#runOnce(client, result, runs);
      if (this.#results.isPostponed(result)) return this.#setPostponedOutcome(subscription);
      subscription.journal = result.journal;
      subscription.settle(result.outcome!);
    } catch (error) {
      if (error instanceof ReadPostponed) subscription.failedAttempt = toOutcome(error.failure, null);
      throw error;
    }
  }

  /**
   * Handles a subscription whose read waits for another attempt. The failure is sent to a subscription that waited for
   * the failed attempt, or that was sent a value, since that value isn't valid in a newer transition. A later
   * subscription waits for the next attempt.
   */
  #setPostponedOutcome(subscription: Subscription): void {
    const { sent, failedAttempt } = subscription;
    subscription.current = failedAttempt ?? (sent && !isFailure(sent.body) ? createBusyOutcome() : sent);
  }

  async #runCheck(client: PoolClient, node: AccessNode): Promise<void> {
    const begin = this.#time.elapsed();
    try {
      const checked = await this.#execution.checkAccess(client, node.fn, node.args, node.identity);
      const before = node.outcome;
      // An equal value stays the same object, so that subscriptions keep their result.
      node.outcome = before && !isFailure(before) && before.key === checked.key ? before : checked;
      this.#results.settle(node, checked.scopes);
    } catch (error) {
      const { cause, scopes, failure } = this.#classifyError(error, node, begin);
      node.outcome = failure;
      this.#results.settle(node, scopes);
      if (isDatabaseError(cause)) throw new PassAborted();
    }
  }

  async #runQuery(client: PoolClient, node: ResultNode): Promise<void> {
    const begin = this.#time.elapsed();
    try {
      const { json, journal, scopes } = await this.#execution.compute(
        client,
        node.fn,
        node.args,
        node.access,
        node.journal,
      );
      node.journal = journal;
      const outcome = toOutcome({ json }, journal);
      if (!isSameOutcome(node.outcome, outcome)) node.outcome = outcome;
      this.#results.settle(node, scopes);
    } catch (error) {
      const { cause, scopes, failure } = this.#classifyError(error, node, begin);
      node.outcome = toOutcome(failure, node.journal);
      this.#results.settle(node, scopes);
      if (isDatabaseError(cause)) throw new PassAborted();
    }
  }

  /**
   * Separates errors of the function itself, which are its result, from temporary ones and from errors that end the
   * pass.
   */
  #classifyError(error: unknown, node: AccessNode | ResultNode, begin: number) {
    if (!(error instanceof RecordedError)) throw error;
    const { cause, scopes } = error;
    if (isInFailedTransaction(cause)) throw new PassAborted();
    if (isDatabaseDown(cause)) throw cause;
    const failure = toFailure(cause, node.name, this.#log);
    if (isTemporary(cause)) {
      this.#results.postpone(node, this.#time.elapsed() - begin);
      throw new ReadPostponed(failure);
    }
    return { cause, scopes, failure };
  }

  /** Deletes changes older than two minutes, every two minutes. */
  #deleteOldChanges(): void {
    const now = this.#snapshot;
    if (!now) return;
    if (this.#horizon?.server !== now.server) this.#horizon = now;
    if (now.at - this.#horizon.at < KEEP_CHANGES_MS) return;
    const old = this.#horizon.id;
    this.#horizon = now;
    deleteChangesBefore(this.#database.pool, old).catch((error) => {
      this.#log.warn({ err: error }, "old changes were not dropped");
    });
  }
}

/** PostgreSQL refuses further statements of a transaction after an error: the remaining reads run in the next pass. */
class PassAborted extends Error {}

/**
 * A read failed temporarily. Only its waiting subscriptions get the failure; the rest of the pass runs again without
 * it.
 */
class ReadPostponed extends PassAborted {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.errorMessage);
    this.failure = failure;
  }
}

function createBusyOutcome() {
  const { code, message, key } = new CareError("busy", BUSY);
  return toOutcome({ errorMessage: message, errorData: { code, message, key } }, null);
}

const isDatabaseError = (error: unknown) => error instanceof Error && "severity" in error;

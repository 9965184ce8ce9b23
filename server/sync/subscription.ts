import type { ServerFunction } from "../functions/define.ts";
import type { CheckedAccess } from "./execution.ts";
import {
  type AccessNode,
  type Call,
  isFailure,
  type LiveResults,
  type Outcome,
  type ResultNode,
  type Watcher,
} from "./live_results.ts";

/** A query that a client subscribes to. */
export type Query = { readonly queryId: number; readonly udfPath: string; readonly args: readonly unknown[] };

/** The resolved form of a query: an existing function with valid arguments, or a refusal. */
export type Request = { fn: ServerFunction; name: string; call: Call } | { refusal: Outcome };

/** One query of one socket: its request, the source of its result, the value sent to the client. */
export class Subscription implements Watcher {
  readonly socket: unknown;
  readonly query: Query;
  readonly request: Request;
  journal: string | null;
  access: AccessNode | null = null;
  result: ResultNode | null = null;
  /** The outcome for the next transition; null until it is known. */
  current: Outcome | null = null;
  /** The outcome last sent to the client. */
  sent: Outcome | null = null;
  /** The failure of an attempt that this subscription waited for, while it waits for the next attempt. */
  failedAttempt: Outcome | null = null;
  #ended = false;

  constructor(socket: unknown, query: Query, request: Request, journal: string | null) {
    this.socket = socket;
    this.query = query;
    this.request = request;
    this.journal = journal;
    if ("refusal" in request) this.current = request.refusal;
  }

  get queryId(): number {
    return this.query.queryId;
  }

  /** True when the result is known now, without running anything. */
  get settled(): boolean {
    if ("refusal" in this.request) return true;
    const access = this.access;
    if (!access || access.stale || !access.outcome) return false;
    if (isFailure(access.outcome)) return this.result === null;
    // The check may have another value since, from a pass that this socket missed.
    return this.result?.accessKey === access.outcome.key && !this.result.stale;
  }

  /** Watches the access check of this subscription; null when there is none or the subscription has ended. */
  watchCheck(results: LiveResults): AccessNode | null {
    if (this.#ended || "refusal" in this.request) return null;
    const { name, fn, call } = this.request;
    this.access ??= results.watchCheck(this, name, fn, call);
    return this.access;
  }

  /**
   * Watches the result for the value of the access check, and no longer the previous one; null when the subscription
   * has ended.
   */
  watchResult(results: LiveResults, access: CheckedAccess): ResultNode | null {
    // The subscription may have ended while its check ran: nobody would ever remove it from the result's watchers.
    if (this.#ended || !this.access) return null;
    if (this.result?.accessKey === access.key) return this.result;
    this.unwatchResult(results);
    this.result = results.watchResult(this, this.access, access, this.journal);
    return this.result;
  }

  /** Takes the outcome that the pass computed in its snapshot. */
  settle(outcome: Outcome): void {
    this.current = outcome;
    this.failedAttempt = null;
  }

  unwatchResult(results: LiveResults): void {
    if (this.result) results.unwatch(this.result, this);
    this.result = null;
  }

  /** Ends the subscription: its check and result are dropped unless others watch them. */
  end(results: LiveResults): void {
    this.#ended = true;
    this.unwatchResult(results);
    if (this.access) results.unwatch(this.access, this);
    this.access = null;
  }
}

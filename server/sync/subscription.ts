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

/** What a client asks to be kept informed of. */
export type Query = { readonly queryId: number; readonly udfPath: string; readonly args: readonly unknown[] };

/** What a subscription was asked for: a function that exists with arguments that fit, or a refusal. */
export type Request = { fn: ServerFunction; name: string; call: Call } | { refusal: Outcome };

/** One query of one socket: what was asked, where its result comes from, what the client has of it. */
export class Subscription implements Watcher {
  readonly socket: unknown;
  readonly query: Query;
  readonly request: Request;
  journal: string | null;
  access: AccessNode | null = null;
  result: ResultNode | null = null;
  /** What the next transition has to say; null until it is known. */
  current: Outcome | null = null;
  /** What the client was last sent. */
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

  /** True when nothing has to be run to know its result now. */
  get settled(): boolean {
    if ("refusal" in this.request) return true;
    const access = this.access;
    if (!access || access.stale || !access.outcome) return false;
    if (isFailure(access.outcome)) return this.result === null;
    // The check may have come to another value since, in a pass that this socket missed.
    return this.result?.accessKey === access.outcome.key && !this.result.stale;
  }

  /** Watches the check of this subscription; null when there is none to run or the subscription has ended. */
  watchCheck(results: LiveResults): AccessNode | null {
    if (this.#ended || "refusal" in this.request) return null;
    const { name, fn, call } = this.request;
    this.access ??= results.watchCheck(this, name, fn, call);
    return this.access;
  }

  /** Watches the result for what the check came to, instead of a former one; null when the subscription has ended. */
  watchResult(results: LiveResults, access: CheckedAccess): ResultNode | null {
    // It may have ended while its check ran: nobody would ever detach it from a result.
    if (this.#ended || !this.access) return null;
    if (this.result?.accessKey === access.key) return this.result;
    this.unwatchResult(results);
    this.result = results.watchResult(this, this.access, access, this.journal);
    return this.result;
  }

  /** Takes what was computed in the snapshot of the pass. */
  settle(outcome: Outcome): void {
    this.current = outcome;
    this.failedAttempt = null;
  }

  unwatchResult(results: LiveResults): void {
    if (this.result) results.unwatch(this.result, this);
    this.result = null;
  }

  /** Ends the subscription for good: its check and result are dropped unless others watch them. */
  end(results: LiveResults): void {
    this.#ended = true;
    this.unwatchResult(results);
    if (this.access) results.unwatch(this.access, this);
    this.access = null;
  }
}

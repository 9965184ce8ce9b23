import type { ServerFunction } from "../functions/define.ts";
import {
  type AccessNode,
  type Call,
  isFailure,
  type LiveResults,
  type Outcome,
  type ResultNode,
  type Watcher,
} from "./live_results.ts";

/** What a subscription was asked for: a function that exists with arguments that fit, or a refusal. */
export type Request = { fn: ServerFunction; name: string; call: Call } | { refusal: Outcome };

/** One query of one socket: what was asked, where its result comes from, what the client has of it. */
export class Subscription implements Watcher {
  readonly socket: unknown;
  readonly queryId: number;
  readonly request: Request;
  journal: string | null;
  access: AccessNode | null = null;
  result: ResultNode | null = null;
  /** What the next transition has to say; null until it is known. */
  current: Outcome | null = null;
  /** What the client was last sent. */
  sent: Outcome | null = null;

  constructor(socket: unknown, queryId: number, request: Request, journal: string | null) {
    this.socket = socket;
    this.queryId = queryId;
    this.request = request;
    this.journal = journal;
    if ("refusal" in request) this.current = request.refusal;
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

  attachAccess(results: LiveResults, node: AccessNode): void {
    if (this.access === node) return;
    if (this.access) results.unwatch(this.access, this);
    this.access = node;
    results.watch(node, this);
  }

  attachResult(results: LiveResults, node: ResultNode | null): void {
    if (this.result === node) return;
    if (this.result) results.unwatch(this.result, this);
    this.result = node;
    if (node) results.watch(node, this);
  }

  /** Ends the subscription: its check and result are dropped unless others watch them. */
  end(results: LiveResults): void {
    if (this.access) results.unwatch(this.access, this);
    this.attachResult(results, null);
    this.access = null;
  }
}

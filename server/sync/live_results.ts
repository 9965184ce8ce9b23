import type { Identity } from "../auth/identity.ts";
import type { ServerFunction } from "../functions/define.ts";
import type { CheckedAccess } from "./execution.ts";
import type { Failure } from "./protocol.ts";
import { SharedBody } from "./shared_body.ts";

/** Whoever shows a result and has to hear of its change. */
export type Watcher = { readonly socket: unknown };

/** The part that access checks and results have in common: what they were read from, and whether that still holds. */
type Node = {
  scopes: ReadonlySet<string>;
  stale: boolean;
  /** When it was last settled, by the clock of `performance.now()`. */
  settledAt: number;
  /** Attempts to compute it that failed in passing since it was last settled. */
  failures: number;
  readonly watchers: Set<Watcher>;
};

/** Whether a caller may run a function with given arguments; shared by all sockets of that caller. */
export type AccessNode = Node & {
  readonly key: string;
  readonly fn: ServerFunction;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly argsJson: string;
  readonly identity: Identity | null;
  outcome: CheckedAccess | Failure | null;
};

/** One result: a function, its arguments, an access value. Computed once for everybody who has the same. */
export type ResultNode = Node & {
  readonly key: string;
  readonly fn: ServerFunction;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly access: unknown;
  readonly accessKey: string;
  journal: string | null;
  outcome: Outcome | null;
};

type AnyNode = AccessNode | ResultNode;

/** A result as it is sent. */
export type Outcome = {
  readonly body: SharedBody | Failure;
  readonly journal: string | null;
};

export const isFailure = (outcome: object): outcome is Failure => "errorMessage" in outcome;

export function toOutcome(result: { json: string } | Failure, journal: string | null): Outcome {
  return { body: isFailure(result) ? result : new SharedBody(result.json), journal };
}

/** Whether a client that has the one needs to be sent the other. */
export function sameOutcome(a: Outcome | null, b: Outcome | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && textOf(a) === textOf(b);
}

const textOf = ({ body }: Outcome) => (isFailure(body) ? JSON.stringify(body) : body.json);

/** The pause before a read that failed in passing is attempted again. */
const RETRY_MS = { first: 500, longest: 120_000 };

/** All live checks and results of a node of the service, and which scopes each was read from. */
export class LiveResults {
  readonly #access = new Map<string, AccessNode>();
  readonly #results = new Map<string, ResultNode>();
  readonly #readers = new Map<string, Set<AnyNode>>();
  readonly #staleWithWatchers = new Set<AnyNode>();
  /** What has changed and waits until it is old enough to be computed again, or failed and waits for another attempt. */
  readonly #waiting = new Map<AnyNode, NodeJS.Timeout>();
  readonly #due: () => void;

  /** @param due told when something became stale by the passing of time */
  constructor(due: () => void = () => {}) {
    this.#due = due;
  }

  /** The check of a call, watched by `watcher` from now on: no node is registered without somebody who watches it. */
  watchCheck(watcher: Watcher, name: string, fn: ServerFunction, call: Call): AccessNode {
    const key = `${name}\n${call.userKey}\n${call.argsJson}`;
    let node = this.#access.get(key);
    if (!node) {
      const { args, argsJson, identity } = call;
      node = {
        key,
        fn,
        name,
        args,
        argsJson,
        identity,
        outcome: null,
        scopes: NOTHING,
        stale: true,
        settledAt: 0,
        failures: 0,
        watchers: new Set(),
      };
      this.#access.set(key, node);
    }
    node.watchers.add(watcher);
    return node;
  }

  /** The result of a call for an access value, watched by `watcher` from now on. */
  watchResult(watcher: Watcher, from: AccessNode, access: CheckedAccess, journal: string | null): ResultNode {
    const key = `${from.name}\n${from.argsJson}\n${access.key}\n${journal ?? ""}`;
    let node = this.#results.get(key);
    if (!node) {
      const { fn, name, args } = from;
      node = {
        key,
        fn,
        name,
        args,
        access: access.value,
        accessKey: access.key,
        journal,
        outcome: null,
        scopes: NOTHING,
        stale: true,
        settledAt: 0,
        failures: 0,
        watchers: new Set(),
      };
      this.#results.set(key, node);
    }
    node.watchers.add(watcher);
    return node;
  }

  /**
   * Sets what a node was read from. It is current until one of these scopes changes. A node whose last watcher left
   * while it was computed stays forgotten.
   */
  settle(node: AnyNode, scopes: ReadonlySet<string>): void {
    this.#forget(node);
    if (node.watchers.size === 0) return;
    node.scopes = scopes;
    node.stale = false;
    node.settledAt = performance.now();
    node.failures = 0;
    for (const scope of scopes) {
      const readers = this.#readers.get(scope);
      if (readers) readers.add(node);
      else this.#readers.set(scope, new Set([node]));
    }
  }

  /** A node that nobody watches any more is dropped: its next watcher computes it afresh. */
  unwatch(node: AnyNode, watcher: Watcher): void {
    node.watchers.delete(watcher);
    if (node.watchers.size > 0) return;
    this.#forget(node);
    this.#endWait(node);
    node.stale = true;
    this.#staleWithWatchers.delete(node);
    const nodes: Map<string, AnyNode> = "identity" in node ? this.#access : this.#results;
    if (nodes.get(node.key) === node) nodes.delete(node.key);
  }

  /**
   * Leaves a node alone for a while whose computing failed in passing after `tookMs`. The pause grows with each failure
   * and with what an attempt costs, so that a read that always times out can't hold up the others' for long.
   */
  postpone(node: AnyNode, tookMs: number): void {
    if (node.watchers.size === 0) return;
    this.#staleWithWatchers.delete(node);
    this.#endWait(node);
    const pause = Math.max(RETRY_MS.first, 2 * tookMs) * 2 ** node.failures;
    node.failures++;
    this.#wait(node, Math.min(pause, RETRY_MS.longest) * (0.5 + Math.random() / 2));
  }

  /** Whether a node's computing failed and isn't attempted yet again. */
  isPostponed(node: AnyNode): boolean {
    return node.stale && this.#waiting.has(node);
  }

  /** Marks everything that was read from the changed scopes. A table's name alone stands for all of its rows. */
  invalidate(changed: readonly string[]): void {
    for (const scope of changed) {
      const slash = scope.indexOf("/");
      if (slash < 0 || scope.endsWith("/*")) {
        const table = slash < 0 ? scope : scope.slice(0, slash);
        for (const [read, readers] of this.#readers) {
          if (read === table || read.startsWith(`${table}/`)) this.#markAll(readers);
        }
      } else {
        this.#markAll(this.#readers.get(scope));
        this.#markAll(this.#readers.get(scope.slice(0, slash)));
      }
    }
  }

  /** After a gap in what is known of changes: nothing may be taken as current. */
  invalidateEverything(): void {
    for (const nodes of [this.#access, this.#results]) {
      for (const node of nodes.values()) if (!this.isPostponed(node)) this.#markNow(node);
    }
  }

  /** All that has become stale and is watched. */
  *staleNodes(): Iterable<AnyNode> {
    for (const node of this.#staleWithWatchers) if (node.stale) yield node;
  }

  /** Whoever watches something that has become stale. */
  *staleWatchers(): Iterable<Watcher> {
    for (const node of this.#staleWithWatchers) {
      if (node.stale) yield* node.watchers;
      else this.#staleWithWatchers.delete(node);
    }
  }

  stats(): { checks: number; results: number; scopes: number } {
    return { checks: this.#access.size, results: this.#results.size, scopes: this.#readers.size };
  }

  #markAll(readers: Set<AnyNode> | undefined): void {
    for (const node of readers ?? []) this.#mark(node);
  }

  #mark(node: AnyNode): void {
    if (this.isPostponed(node)) return;
    // A check never waits: who may read it is another question than how old it is.
    const refreshMs = "identity" in node || node.stale ? undefined : node.fn.refreshMs;
    const wait = refreshMs === undefined ? 0 : node.settledAt + refreshMs - performance.now();
    if (wait <= 0) this.#markNow(node);
    else if (!this.#waiting.has(node)) this.#wait(node, wait);
  }

  #wait(node: AnyNode, ms: number): void {
    const timer = setTimeout(() => {
      this.#markNow(node);
      this.#due();
    }, ms);
    this.#waiting.set(node, timer.unref());
  }

  #endWait(node: AnyNode): void {
    clearTimeout(this.#waiting.get(node));
    this.#waiting.delete(node);
  }

  #markNow(node: AnyNode): void {
    this.#endWait(node);
    node.stale = true;
    if (node.watchers.size > 0) this.#staleWithWatchers.add(node);
  }

  #forget(node: AnyNode): void {
    for (const scope of node.scopes) {
      const readers = this.#readers.get(scope);
      readers?.delete(node);
      if (readers?.size === 0) this.#readers.delete(scope);
    }
    node.scopes = NOTHING;
  }
}

/** A subscription's side of a call: validated arguments, their canonical JSON and who asks. */
export type Call = {
  args: Record<string, unknown>;
  argsJson: string;
  identity: Identity | null;
  /** Issuer and subject, or `-` for nobody. */
  userKey: string;
};

const NOTHING: ReadonlySet<string> = new Set();

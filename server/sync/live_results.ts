import type { Identity } from "../auth/identity.ts";
import { type Cancel, type Clock, systemClock } from "../clock.ts";
import type { ServerFunction } from "../functions/define.ts";
import type { CheckedAccess } from "./execution.ts";
import { KeptResults } from "./kept_results.ts";
import type { Failure } from "./protocol.ts";
import { SharedBody } from "./shared_body.ts";

/** A subscription that is notified when a result changes. */
export type Watcher = { readonly socket: unknown };

/** The common part of access checks and results: the scopes they read, and whether they are still current. */
type Node = {
  scopes: ReadonlySet<string>;
  stale: boolean;
  /** When it was last computed, ms of `Clock.elapsed`. */
  settledAt: number;
  /** Temporary failures since it was last computed. */
  failures: number;
  readonly watchers: Set<Watcher>;
};

/** The access check of one caller for a function and its arguments; shared by all sockets of that caller. */
export type AccessNode = Node & {
  readonly key: string;
  readonly fn: ServerFunction;
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly argsJson: string;
  readonly identity: Identity | null;
  outcome: CheckedAccess | Failure | null;
};

/**
 * The result of a function for its arguments and an access value. Computed once for all callers with the same value.
 */
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

/** Distinguishes the two kinds: an access check belongs to one identity, a result to none. */
export const isAccessNode = (node: AnyNode): node is AccessNode => "identity" in node;

/** A result as it is sent. */
export type Outcome = {
  readonly body: SharedBody | Failure;
  readonly journal: string | null;
};

export const isFailure = (outcome: object): outcome is Failure => "errorMessage" in outcome;

export function toOutcome(result: { json: string } | Failure, journal: string | null): Outcome {
  return { body: isFailure(result) ? result : new SharedBody(result.json), journal };
}

/** Whether two outcomes are the same to a client, so that it needn't be sent the second. */
export function isSameOutcome(a: Outcome | null, b: Outcome | null): boolean {
  if (a === b) return true;
  return a !== null && b !== null && getText(a) === getText(b);
}

const getText = ({ body }: Outcome) => (isFailure(body) ? JSON.stringify(body) : body.json);

/** The delay before a read that failed temporarily is tried again. */
const RETRY_MS = { first: 500, longest: 120_000 };

/**
 * All live access checks and results of one node of the service, with the scopes that each of them read. An entry
 * without watchers is kept for a moment while it is current: the next request gets it without a new read.
 */
export class LiveResults {
  readonly #access = new Map<string, AccessNode>();
  readonly #results = new Map<string, ResultNode>();
  readonly #readers = new Map<string, Set<AnyNode>>();
  readonly #staleWithWatchers = new Set<AnyNode>();
  /**
   * Stale entries that wait until they are old enough to be computed again, or for another attempt after a failure.
   */
  readonly #waiting = new Map<AnyNode, Cancel>();
  /** Current entries without watchers. */
  readonly #kept: KeptResults<AnyNode>;
  readonly #onDue: () => void;
  readonly #clock: Clock;

  /** @param onDue called when an entry has become stale because its delay is over */
  constructor(onDue: () => void = () => {}, clock = systemClock) {
    this.#onDue = onDue;
    this.#clock = clock;
    this.#kept = new KeptResults(clock);
  }

  /** The access check of a call, with `watcher` added to its watchers. */
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
    this.#kept.remove(node);
    node.watchers.add(watcher);
    return node;
  }

  /** The result of a call for an access value, with `watcher` added to its watchers. */
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
    this.#kept.remove(node);
    node.watchers.add(watcher);
    return node;
  }

  /**
   * Sets the scopes that an entry read. It is current until one of them changes. An entry whose last watcher left
   * while it was computed stays removed.
   */
  settle(node: AnyNode, scopes: ReadonlySet<string>): void {
    this.#forget(node);
    if (node.watchers.size === 0) return;
    node.scopes = scopes;
    node.stale = false;
    node.settledAt = this.#clock.elapsed();
    node.failures = 0;
    for (const scope of scopes) {
      const readers = this.#readers.get(scope);
      if (readers) readers.add(node);
      else this.#readers.set(scope, new Set([node]));
    }
  }

  /** Removes a watcher. An entry without watchers is kept while it is current; else its next watcher computes it. */
  unwatch(node: AnyNode, watcher: Watcher): void {
    node.watchers.delete(watcher);
    if (node.watchers.size > 0) return;
    // A change of its scopes may be known already, with its delay not over yet.
    const value = valueIn(node);
    if (node.stale || this.#waiting.has(node) || !value || isFailure(value)) return this.#drop(node);
    if (value instanceof SharedBody) value.shrink();
    this.#kept.add(node, value instanceof SharedBody ? value.json.length : 0);
    this.dropSurplus();
  }

  /** Drops entries kept for too long or beyond the limit. */
  dropSurplus(): void {
    for (const node of this.#kept.takeSurplus()) this.#drop(node);
  }

  /**
   * Delays the next attempt of an entry whose computing failed temporarily after `tookMs`. The delay grows with each
   * failure and with the duration of an attempt, so that a read that always times out doesn't hold up the others.
   */
  postpone(node: AnyNode, tookMs: number): void {
    if (node.watchers.size === 0) return;
    this.#staleWithWatchers.delete(node);
    this.#endWait(node);
    const pause = Math.max(RETRY_MS.first, 2 * tookMs) * 2 ** node.failures;
    node.failures++;
    this.#wait(node, Math.min(pause, RETRY_MS.longest) * (0.5 + Math.random() / 2));
  }

  /** Whether an entry's computing failed and its next attempt isn't due yet. */
  isPostponed(node: AnyNode): boolean {
    return node.stale && this.#waiting.has(node);
  }

  /** Marks as stale all entries that read one of the changed scopes. A table's name alone covers all of its rows. */
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

  /** Marks everything as stale, after a gap in the known changes. */
  invalidateEverything(): void {
    for (const nodes of [this.#access, this.#results]) {
      for (const node of nodes.values()) {
        if (node.watchers.size === 0) this.#drop(node);
        else if (!this.isPostponed(node)) this.#markNow(node);
      }
    }
  }

  /** All stale entries that have watchers. */
  *staleNodes(): Iterable<AnyNode> {
    for (const node of this.#staleWithWatchers) if (node.stale) yield node;
  }

  /** The watchers of stale entries. */
  *staleWatchers(): Iterable<Watcher> {
    for (const node of this.#staleWithWatchers) {
      if (node.stale) yield* node.watchers;
      else this.#staleWithWatchers.delete(node);
    }
  }

  /** Whether nothing is kept that a change could concern. */
  get isEmpty(): boolean {
    return this.#access.size === 0 && this.#results.size === 0;
  }

  /** Numbers of watched checks and results, of those without watchers, and of the scopes that all of them read. */
  stats(): { checks: number; results: number; kept: number; scopes: number } {
    return {
      checks: watchedAmong(this.#access),
      results: watchedAmong(this.#results),
      kept: this.#kept.size,
      scopes: this.#readers.size,
    };
  }

  #markAll(readers: Set<AnyNode> | undefined): void {
    for (const node of readers ?? []) this.#mark(node);
  }

  #mark(node: AnyNode): void {
    if (node.watchers.size === 0) return this.#drop(node);
    if (this.isPostponed(node)) return;
    // An access check is never delayed: `refreshMs` limits how old a result may be, not who may read it.
    const refreshMs = isAccessNode(node) || node.stale ? undefined : node.fn.refreshMs;
    const wait = refreshMs === undefined ? 0 : node.settledAt + refreshMs - this.#clock.elapsed();
    if (wait <= 0) this.#markNow(node);
    else if (!this.#waiting.has(node)) this.#wait(node, wait);
  }

  #wait(node: AnyNode, ms: number): void {
    const cancel = this.#clock.after(ms, () => {
      this.#markNow(node);
      this.#onDue();
    });
    this.#waiting.set(node, cancel);
  }

  #endWait(node: AnyNode): void {
    this.#waiting.get(node)?.();
    this.#waiting.delete(node);
  }

  #markNow(node: AnyNode): void {
    this.#endWait(node);
    node.stale = true;
    if (node.watchers.size > 0) this.#staleWithWatchers.add(node);
  }

  #drop(node: AnyNode): void {
    this.#forget(node);
    this.#endWait(node);
    node.stale = true;
    this.#staleWithWatchers.delete(node);
    this.#kept.remove(node);
    const nodes: Map<string, AnyNode> = isAccessNode(node) ? this.#access : this.#results;
    if (nodes.get(node.key) === node) nodes.delete(node.key);
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

/** An entry's value for its watchers; null before it is computed. */
const valueIn = (node: AnyNode): CheckedAccess | SharedBody | Failure | null =>
  isAccessNode(node) ? node.outcome : (node.outcome?.body ?? null);

const watchedAmong = (nodes: ReadonlyMap<string, AnyNode>): number =>
  [...nodes.values()].filter(({ watchers }) => watchers.size > 0).length;

/** The call of a subscription: validated arguments, their canonical JSON and the caller. */
export type Call = {
  args: Record<string, unknown>;
  argsJson: string;
  identity: Identity | null;
  /** Issuer and subject, or `-` for a caller who isn't signed in. */
  userKey: string;
};

const NOTHING: ReadonlySet<string> = new Set();

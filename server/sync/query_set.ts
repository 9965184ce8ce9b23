import type { Logger } from "pino";
import { CareError } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import { type FunctionRegistry, prepareCall, toCall } from "./calls.ts";
import { toFailure } from "./failures.ts";
import { type LiveResults, toOutcome } from "./live_results.ts";
import type { SyncObserver } from "./observer.ts";
import { type AddQuery, LIMITS, type ModifyQuerySet, ProtocolViolation } from "./protocol.ts";
import { type Query, type Request, Subscription } from "./subscription.ts";

type Services = { functions: FunctionRegistry; observer: SyncObserver; results: LiveResults; log: Logger };

/** The live queries of one socket and their version, which the client raises with each change. */
export class QuerySet {
  readonly #socket: object;
  readonly #services: Services;
  readonly #subscriptions = new Map<number, Subscription>();
  #version = 0;
  #removed: number[] = [];

  constructor(socket: object, services: Services) {
    this.#socket = socket;
    this.#services = services;
  }

  get version(): number {
    return this.#version;
  }

  all(): Subscription[] {
    return [...this.#subscriptions.values()];
  }

  /** Whether a subscription is still the one with its id. */
  has(subscription: Subscription): boolean {
    return this.#subscriptions.get(subscription.queryId) === subscription;
  }

  /** The ids that the client has removed since the last call; the next transition confirms them. */
  takeRemoved(): number[] {
    const removed = this.#removed;
    this.#removed = [];
    return removed;
  }

  modify(message: ModifyQuerySet, identity: Identity | null): void {
    const follows = message.baseVersion === this.#version && message.newVersion === this.#version + 1;
    // After a reconnect the client begins again at version 0, with all queries in one message.
    const begins = message.baseVersion === 0 && this.#version === 0;
    if (!follows && !begins) {
      throw new ProtocolViolation(`The query set is at version ${this.#version}, not ${message.baseVersion}`);
    }
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.#add(modification, identity);
      else this.#remove(modification.queryId);
    }
    this.#version = message.newVersion;
  }

  /** Repeats the same queries as another identity: their results are computed anew, and compared with the client's. */
  changeIdentity(identity: Identity | null): void {
    for (const [i, old] of this.all().entries()) {
      // Prepared anew: signing in or out may change whether the request is allowed.
      const request = this.#request(old.query, identity, i);
      const subscription = new Subscription(this.#socket, old.query, request, old.journal);
      subscription.sent = old.sent;
      old.end(this.#services.results);
      this.#subscriptions.set(old.queryId, subscription);
    }
  }

  end(): void {
    for (const subscription of this.all()) subscription.end(this.#services.results);
    this.#subscriptions.clear();
  }

  #add(query: AddQuery, identity: Identity | null): void {
    if (this.#subscriptions.has(query.queryId)) {
      throw new ProtocolViolation(`Query ${query.queryId} is subscribed already`);
    }
    const request = this.#request(query, identity, this.#subscriptions.size);
    this.#subscriptions.set(
      query.queryId,
      new Subscription(this.#socket, query, request, query.journal ?? null),
    );
  }

  /** @param before how many other queries the connection has */
  #request(query: Query, identity: Identity | null, before: number): Request {
    const { log } = this.#services;
    try {
      const limit = identity ? LIMITS.subscriptions : LIMITS.subscriptionsSignedOut;
      if (before >= limit) {
        throw new CareError("limit", { english: `Too many live queries: at most ${limit} a connection` });
      }
      const { name, fn, args } = prepareCall(this.#services, query, "query", identity);
      return { fn, name, call: toCall(args, identity) };
    } catch (error) {
      return { refusal: toOutcome(toFailure(error, query.udfPath, log), null) };
    }
  }

  #remove(queryId: number): void {
    const subscription = this.#subscriptions.get(queryId);
    if (!subscription) return;
    subscription.end(this.#services.results);
    this.#subscriptions.delete(queryId);
    this.#removed.push(queryId);
  }
}

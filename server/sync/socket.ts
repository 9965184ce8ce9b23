import type { Logger } from "pino";
import { CareError } from "../../lib/errors.ts";
import type { Identity, TokenVerifier } from "../auth/identity.ts";
import type { ActionRunner } from "./actions.ts";
import { type FunctionRegistry, findFunction, readArguments, toCall } from "./calls.ts";
import type { CommitClock } from "./clock.ts";
import { toFailure } from "./failures.ts";
import type { LiveResults } from "./live_results.ts";
import { sameOutcome, toOutcome } from "./live_results.ts";
import { type Commit, type MutationRunner, OutcomeUnknown } from "./mutations.ts";
import {
  type AddQuery,
  type Authenticate,
  type ClientMessage,
  type Connect,
  clientMessage,
  decodeTimestamp,
  encodeTimestamp,
  type Failure,
  type FunctionCall,
  LIMITS,
  type ModifyQuerySet,
  type StateVersion,
} from "./protocol.ts";
import type { Plan, Refreshable, Refresher } from "./refresher.ts";
import { type Request, Subscription } from "./subscription.ts";
import { composeTransition, type MessagePart } from "./transition.ts";

/** A client that changes things without pause still hears of others' changes this often, ms. */
const WITHHELD_AT_MOST_MS = 100;

/** Timestamps are positive numbers of 63 bits in the database; half of them lie ahead of any that is ever reached. */
const HIGHEST_TIMESTAMP = 2n ** 62n;

/** The transport of one client. It tells `SyncSocket.drained` when sent messages have left. */
export type Transport = {
  send(parts: readonly MessagePart[]): void;
  /** Messages that were sent and have not left this process. */
  readonly unsent: number;
  close(code: number, reason: string): void;
};

export type SocketServices = {
  functions: FunctionRegistry;
  verifyToken: TokenVerifier;
  mutations: MutationRunner;
  actions: ActionRunner;
  results: LiveResults;
  refresher: Refresher;
  clock: CommitClock;
  log: Logger;
  /** Called after each commit of this node, so that other nodes hear of it. */
  committed(commit: Commit): void;
  /** Called once a session is known; ends an older socket of the same session. */
  claimSession(sessionId: string, socket: SyncSocket): void;
};

/** One client's side of the sync protocol: its session, identity, query set and queue of mutations. */
export class SyncSocket implements Refreshable {
  readonly #services: SocketServices;
  readonly #transport: Transport;
  #session: Connect | null = null;
  #identity: Identity | null = null;
  #identityVersion = 0;
  #querySet = 0;
  /** What the client was last sent; each transition starts from it. */
  #version: StateVersion = { querySet: 0, ts: 0n, identity: 0 };
  #subscriptions = new Map<number, Subscription>();
  #removed: number[] = [];
  /** Added to every timestamp, so that a client whose timestamps are ahead of the database's never goes back. */
  #timestampOffset = 0n;
  /** The client has seen this commit, on whichever node; a pass that began before it is too old. */
  #seen = 0n;
  #confirm = false;
  /** While a mutation runs: whether a snapshot may hold its rows before the client has the response. */
  #mayBeVisible = false;
  #lastMutation = 0n;
  /** Since when a transition waits for the client's own mutation, ms; null when none does. */
  #withheldSince: number | null = null;
  #afterWithheld: (() => void) | null = null;
  #inbox: Promise<void> = Promise.resolve();
  #mutations: { call: FunctionCall; identity: Identity | null }[] = [];
  #mutating = false;
  #actions = 0;
  #expiry: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(transport: Transport, services: SocketServices) {
    this.#transport = transport;
    this.#services = services;
  }

  get signedIn(): boolean {
    return this.#identity !== null;
  }

  get connected(): boolean {
    return this.#session !== null;
  }

  /** Takes one message. Messages that change the view are handled strictly in order. */
  receive(text: string): void {
    if (this.#ended) return;
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      return this.#fatal("A message is not valid JSON");
    }
    const parsed = clientMessage.safeParse(json);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return this.#fatal(`A message is not valid: ${issue?.path.join(".")}: ${issue?.message}`);
    }
    this.#inbox = this.#inbox
      .then(() => (this.#ended ? undefined : this.#handle(parsed.data)))
      .catch((error) => {
        this.#services.log.error({ err: error }, "a message could not be handled");
        this.#transport.close(1011, "InternalServerError");
      });
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (message.type === "Connect") return this.#connect(message);
    if (message.type === "Event") return;
    if (!this.#session) return this.#fatal("The first message must be Connect");
    switch (message.type) {
      case "Authenticate":
        return this.#authenticate(message);
      case "ModifyQuerySet":
        return this.#modifyQuerySet(message);
      case "Mutation":
        return this.#enqueue(message);
      case "Action":
        void this.#runAction(message);
    }
  }

  async #connect(message: Connect): Promise<void> {
    if (this.#session) return this.#fatal("Connect may be sent once");
    const observed = message.maxObservedTimestamp ? decodeTimestamp(message.maxObservedTimestamp) : null;
    if (observed !== null && observed > HIGHEST_TIMESTAMP) {
      return this.#fatal("maxObservedTimestamp is none of this service");
    }
    if (observed !== null && observed > this.#services.clock.known) {
      const known = await this.#services.clock.catchUp();
      if (observed > known) this.#timestampOffset = observed - known;
    }
    if (observed !== null) this.#seen = observed - this.#timestampOffset;
    this.#session = message;
    this.#services.claimSession(message.sessionId, this);
  }

  async #authenticate(message: Authenticate): Promise<void> {
    if (message.baseVersion !== this.#identityVersion) {
      return this.#fatal(
        `Authenticate is based on version ${message.baseVersion}, not ${this.#identityVersion}`,
      );
    }
    let identity: Identity | null = null;
    if (message.tokenType !== "None") {
      try {
        if (message.tokenType !== "User") throw new Error("Only tokens of users are accepted");
        identity = await this.#services.verifyToken(message.value ?? "");
      } catch (error) {
        this.#services.log.info({ reason: (error as Error).message }, "token refused");
        return this.#authError(message.baseVersion, true);
      }
    }
    if (this.#ended) return;
    this.#identity = identity;
    this.#identityVersion++;
    for (const subscription of this.#subscriptions.values()) {
      this.#replace(subscription, identity);
    }
    clearTimeout(this.#expiry);
    if (identity) {
      const ms = Math.min(Math.max(identity.expiresAt - Date.now(), 0), 2 ** 31 - 1);
      this.#expiry = setTimeout(() => this.#expire(), ms);
    }
    this.#services.refresher.kick(this);
  }

  /** The same query as somebody else: what the client has stays comparable, what it is computed from doesn't. */
  #replace(old: Subscription, identity: Identity | null): void {
    const request: Request =
      "refusal" in old.request
        ? old.request
        : { ...old.request, call: toCall(old.request.call.args, identity) };
    const subscription = new Subscription(this, old.queryId, request, old.journal);
    subscription.sent = old.sent;
    old.end(this.#services.results);
    this.#subscriptions.set(old.queryId, subscription);
  }

  async #modifyQuerySet(message: ModifyQuerySet): Promise<void> {
    if (message.baseVersion !== this.#querySet || message.newVersion !== this.#querySet + 1) {
      // After a reconnect the client begins again at version 0 with everything in one message.
      if (!(message.baseVersion === 0 && this.#querySet === 0)) {
        return this.#fatal(`The query set is at version ${this.#querySet}, not ${message.baseVersion}`);
      }
    }
    for (const modification of message.modifications) {
      if (modification.type === "Add") this.#add(modification);
      else this.#remove(modification.queryId);
    }
    this.#querySet = message.newVersion;
    this.#services.refresher.kick(this);
  }

  #add(query: AddQuery): void {
    if (this.#subscriptions.has(query.queryId))
      return this.#fatal(`Query ${query.queryId} is subscribed already`);
    const request = this.#request(query);
    this.#subscriptions.set(
      query.queryId,
      new Subscription(this, query.queryId, request, query.journal ?? null),
    );
  }

  #request(query: AddQuery): Request {
    try {
      const limit = this.#identity ? LIMITS.subscriptions : LIMITS.subscriptionsSignedOut;
      if (this.#subscriptions.size >= limit) {
        throw new CareError("limit", `Too many live queries: at most ${limit} a connection`);
      }
      const { name, fn } = findFunction(this.#services.functions, query.udfPath, "query");
      return { fn, name, call: toCall(readArguments(fn, query.args), this.#identity) };
    } catch (error) {
      return { refusal: toOutcome(toFailure(error, query.udfPath, this.#services.log), null) };
    }
  }

  #remove(queryId: number): void {
    const subscription = this.#subscriptions.get(queryId);
    if (!subscription) return;
    subscription.end(this.#services.results);
    this.#subscriptions.delete(queryId);
    this.#removed.push(queryId);
  }

  #enqueue(call: FunctionCall): void {
    if (this.#mutations.length >= LIMITS.queuedMutations) {
      const message = `Too many changes at once: at most ${LIMITS.queuedMutations} may wait on a connection`;
      return this.#sendFailure(call, { errorMessage: message, errorData: { code: "limit", message } });
    }
    this.#mutations.push({ call, identity: this.#identity });
    if (!this.#mutating) void this.#runMutations();
  }

  /** One at a time and in order; a socket that has ended leaves the rest to its client, which sends them again. */
  async #runMutations(): Promise<void> {
    this.#mutating = true;
    while (!this.#ended) {
      const next = this.#mutations.shift();
      if (!next) break;
      if (this.#expired(next.identity)) {
        this.#expire();
        break;
      }
      await this.#runMutation(next.call, next.identity);
      await this.#letTransitionPass();
    }
    this.#mutating = false;
  }

  /** Lets a transition that has waited long enough go between two mutations. */
  async #letTransitionPass(): Promise<void> {
    if (this.#withheldSince === null || this.#ended) return;
    this.#services.refresher.kick(this);
    if (performance.now() - this.#withheldSince < WITHHELD_AT_MOST_MS) return;
    await new Promise<void>((resolve) => {
      this.#afterWithheld = resolve;
    });
  }

  async #runMutation(call: FunctionCall, identity: Identity | null): Promise<void> {
    const { functions, mutations, log, committed, refresher } = this.#services;
    try {
      const { name, fn } = findFunction(functions, call.udfPath, "mutation");
      const args = readArguments(fn, call.args);
      const request = { sessionId: this.#session!.sessionId, requestId: call.requestId };
      const outcome = await mutations.run({ fn, name, args, identity }, request, (may) => {
        this.#mayBeVisible = may;
        if (!may && this.#withheldSince !== null) refresher.kick(this);
      });
      this.#mayBeVisible = false;
      if (!outcome.success) return this.#sendFailure(call, outcome);
      const ts = encodeTimestamp(outcome.ts + this.#timestampOffset);
      this.#send(
        `{"type":"MutationResponse","requestId":${call.requestId},"success":true,"result":${outcome.json},"ts":"${ts}","logLines":[]}`,
      );
      this.#confirm = true;
      this.#lastMutation = outcome.ts;
      refresher.want(this);
      committed(outcome);
    } catch (error) {
      this.#mayBeVisible = false;
      if (error instanceof OutcomeUnknown) return this.restart("InternalServerError: no database");
      this.#sendFailure(call, toFailure(error, call.udfPath, log));
    }
  }

  async #runAction(call: FunctionCall): Promise<void> {
    const { functions, actions, log } = this.#services;
    if (this.#expired(this.#identity)) return this.#expire();
    this.#actions++;
    try {
      if (this.#actions > LIMITS.runningActions) {
        throw new CareError(
          "limit",
          `Too many actions at once: at most ${LIMITS.runningActions} a connection`,
        );
      }
      const { name, fn } = findFunction(functions, call.udfPath, "action");
      const json = await actions.run({
        fn,
        name,
        args: readArguments(fn, call.args),
        identity: this.#identity,
      });
      this.#send(
        `{"type":"ActionResponse","requestId":${call.requestId},"success":true,"result":${json},"logLines":[]}`,
      );
    } catch (error) {
      this.#sendFailure(call, toFailure(error, call.udfPath, log));
    } finally {
      this.#actions--;
    }
  }

  #sendFailure(call: FunctionCall, { errorMessage, errorData }: Failure): void {
    this.#send(
      JSON.stringify({
        type: `${call.type}Response`,
        requestId: call.requestId,
        success: false,
        result: errorMessage,
        errorData,
        logLines: [],
      }),
    );
  }

  plan(ts: bigint): Plan | null {
    if (this.#ended || !this.#session) return null;
    if (ts < this.#seen) {
      this.#services.refresher.kick(this);
      return null;
    }
    if (this.#withholds(ts)) return null;
    if (this.#expired(this.#identity)) {
      this.#expire();
      return null;
    }
    if (this.#transport.unsent >= LIMITS.unsentTransitions) {
      this.#behind = true;
      return null;
    }
    return {
      subscriptions: [...this.#subscriptions.values()],
      querySet: this.#querySet,
      identity: this.#identityVersion,
    };
  }

  /**
   * Whether a snapshot of `ts` may hold rows of this client's own mutation that it would confirm too early or not at
   * all: the client would show them beside its optimistic version. The pass after the response serves it.
   */
  #withholds(ts: bigint): boolean {
    if (!this.#mayBeVisible && this.#lastMutation <= ts) {
      this.#withheldSince = null;
      this.#afterWithheld?.();
      this.#afterWithheld = null;
      return false;
    }
    this.#withheldSince ??= performance.now();
    if (!this.#mayBeVisible) this.#services.refresher.kick(this);
    return true;
  }

  /** Set when a transition was due that the transport couldn't take; then `drained` asks for a new one. */
  #behind = false;

  /** The transport has room again. */
  drained(): void {
    if (!this.#behind || this.#transport.unsent >= LIMITS.unsentTransitions) return;
    this.#behind = false;
    this.#services.refresher.kick(this);
  }

  deliver(plan: Plan, commitTs: bigint): void {
    if (this.#ended) return;
    try {
      this.#deliver(plan, commitTs);
    } catch (error) {
      // The pass goes on: the other sockets have done nothing to deserve this.
      this.#services.log.error({ err: error }, "a transition could not be sent");
      this.end();
      this.#transport.close(1011, "InternalServerError");
    }
  }

  #deliver(plan: Plan, commitTs: bigint): void {
    if (this.#expired(this.#identity)) return this.#expire();
    // The identity changed while the pass ran: its results were somebody else's. The next pass is under way.
    if (plan.identity !== this.#identityVersion) return;
    const ts = commitTs + this.#timestampOffset;
    const end = { querySet: plan.querySet, ts, identity: plan.identity };
    const changed = plan.subscriptions.filter(
      (subscription) =>
        subscription.current !== null &&
        !sameOutcome(subscription.current, subscription.sent) &&
        this.#subscriptions.get(subscription.queryId) === subscription,
    );
    const news =
      changed.length > 0 ||
      end.querySet !== this.#version.querySet ||
      end.identity !== this.#version.identity ||
      (this.#confirm && this.#lastMutation <= commitTs);
    if (!news) return;
    const removed = this.#removed;
    this.#removed = [];
    const clockSkew =
      this.#version.ts === 0n && this.#session?.clientTs ? this.#session.clientTs - Date.now() : null;
    this.#transport.send(composeTransition({ start: this.#version, end, changed, removed, clockSkew }));
    for (const subscription of changed) subscription.sent = subscription.current;
    this.#version = end;
    // A pass that began before the latest mutation leaves it to the next to confirm.
    this.#confirm = this.#lastMutation > commitTs;
  }

  /** Ends the socket's part in everything. The client's unfinished mutations come again on its next socket. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#expiry);
    this.#mutations = [];
    this.#afterWithheld?.();
    this.#services.refresher.forget(this);
    for (const subscription of this.#subscriptions.values()) subscription.end(this.#services.results);
    this.#subscriptions.clear();
  }

  /** Asks the client to come back, to this node or another. */
  restart(reason: string): void {
    this.end();
    this.#transport.close(1012, reason);
  }

  #expired(identity: Identity | null): boolean {
    return identity !== null && identity.expiresAt <= Date.now();
  }

  #expire(): void {
    if (!this.#ended) this.#authError(Math.max(this.#identityVersion - 1, 0), false);
  }

  /**
   * Stops the stream; the client fetches a fresh token and connects again. It ignores an expiry while it waits
   * for the answer to a fresh token, so the connection ends as well: otherwise it would wait for ever.
   */
  #authError(baseVersion: number, authUpdateAttempted: boolean): void {
    const error = "Auth failed: check server auth config.";
    this.#send(JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted }));
    this.restart("the token is not valid");
  }

  #fatal(error: string): void {
    this.#services.log.info({ reason: error }, "sync connection refused");
    this.#send(JSON.stringify({ type: "FatalError", error }));
    this.end();
    this.#transport.close(1008, error.slice(0, 120));
  }

  #send(text: string): void {
    this.#transport.send([text]);
  }
}

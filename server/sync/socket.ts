import type { Logger } from "pino";
import { CareError, type ErrorCode } from "../../lib/errors.ts";
import { AuthFailure } from "../auth/failure.ts";
import type { Identity, TokenVerifier } from "../auth/identity.ts";
import type { Cancel, Clock } from "../clock.ts";
import type { ActionRunner } from "./actions.ts";
import { type FunctionRegistry, prepareCall } from "./calls.ts";
import type { CommitClock } from "./clock.ts";
import { getFailureCode, toFailure } from "./failures.ts";
import { findJsonBudgetProblem } from "./json_budget.ts";
import { isFailure, isSameOutcome, type LiveResults, type Outcome } from "./live_results.ts";
import { MutationQueue } from "./mutation_queue.ts";
import type { Commit, MutationRunner } from "./mutations.ts";
import type { SyncObserver } from "./observer.ts";
import { createLimitFailure } from "./outbox.ts";
import {
  type Authenticate,
  type ClientMessage,
  type Connect,
  clientMessage,
  createActionResponse,
  createFailureResponse,
  decodeTimestamp,
  type FunctionCall,
  LIMITS,
  ProtocolViolation,
  type StateVersion,
} from "./protocol.ts";
import { QuerySet } from "./query_set.ts";
import type { Plan, Refreshable, Refresher } from "./refresher.ts";
import { composeTransition, type MessagePart } from "./transition.ts";

/** Timestamps in the database are positive 63-bit numbers; the upper half is never reached. */
const HIGHEST_TIMESTAMP = 2n ** 62n;

const TOO_LARGE_SIGNED_OUT = `A message may take at most ${LIMITS.signedOutBytes} bytes before the connection is signed in`;

/** The transport of one client. It calls `SyncSocket.onDrain` when sent messages have left the process. */
export type Transport = {
  /** Sends messages, as one write to the network. */
  send(...messages: (readonly MessagePart[])[]): void;
  /** Messages that were sent but haven't left this process. */
  readonly unsent: number;
  close(code: number, reason: string): void;
  /** Stops reading from the network until `resume`. */
  pause(): void;
  resume(): void;
};

export type SocketServices = {
  functions: FunctionRegistry;
  observer: SyncObserver;
  verifyToken: TokenVerifier;
  mutations: MutationRunner;
  actions: ActionRunner;
  results: LiveResults;
  refresher: Refresher;
  clock: CommitClock;
  time: Clock;
  log: Logger;
  /** Called after each commit of this node, to notify other nodes. */
  onCommit(commit: Commit): void;
  /** Called when a connection has signed in or out. */
  onSignInChange(socket: SyncSocket): void;
  /** Called once a session is known; closes an older socket of the same session. */
  claimSession(sessionId: string, socket: SyncSocket): void;
};

const isRefusalOfToken = ({ body }: Outcome): boolean =>
  isFailure(body) && getFailureCode(body) === ("unauthenticated" satisfies ErrorCode);

/** One client's side of the sync protocol: its session and identity, with its query set and its mutations. */
export class SyncSocket implements Refreshable {
  readonly #services: SocketServices;
  readonly #transport: Transport;
  readonly #queries: QuerySet;
  readonly #mutations: MutationQueue;
  #session: Connect | null = null;
  #identity: Identity | null = null;
  #identityVersion = 0;
  /** The version that the client was last sent; each transition starts from it. */
  #version: StateVersion = { querySet: 0, ts: 0n, identity: 0 };
  /**
   * Added to every timestamp, so that time never goes back for a client whose timestamps are ahead of the database's.
   */
  #timestampOffset = 0n;
  /**
   * The number of the first pass that began after Connect. The snapshot of an earlier one may be older than the
   * client's state from its previous connection, perhaps to another node.
   */
  #firstPass = 0;
  #inbox: Promise<void> = Promise.resolve();
  /** Bytes of messages in the inbox. */
  #unreadBytes = 0;
  /** Bytes of messages whose mutations wait or whose actions run. */
  #heldBytes = 0;
  #actions = 0;
  #cancelExpiry: Cancel = () => {};
  #ended = false;

  constructor(transport: Transport, services: SocketServices) {
    this.#transport = transport;
    this.#services = services;
    this.#queries = new QuerySet(this, services);
    this.#mutations = new MutationQueue(this, services);
  }

  get sessionId(): string {
    return this.#session!.sessionId;
  }

  get timestampOffset(): bigint {
    return this.#timestampOffset;
  }

  get connected(): boolean {
    return this.#session !== null;
  }

  get signedIn(): boolean {
    return this.#identity !== null;
  }

  /** The signed-in user, as the sign-in provider names them; null for a program with a user's access token. */
  get subject(): string | null {
    return this.#identity?.accessToken ? null : (this.#identity?.subject ?? null);
  }

  /**
   * Queues one message. It is parsed only after those before it: until then it isn't known whether its sender is signed
   * in.
   */
  receive(message: Buffer): void {
    if (this.#ended) return;
    this.#unreadBytes += message.length;
    if (this.#unreadBytes > LIMITS.unreadBytes) this.#transport.pause();
    this.#inbox = this.#inbox
      .then(() => (this.#ended ? undefined : this.#handle(this.#read(message), message.length)))
      .catch((error) => {
        if (error instanceof ProtocolViolation) return this.#fatal(error.message);
        this.#services.log.error({ err: error }, "a message could not be handled");
        this.#transport.close(1011, "InternalServerError");
      })
      .finally(() => {
        this.#unreadBytes -= message.length;
        if (this.#unreadBytes <= LIMITS.unreadBytes) this.#transport.resume();
      });
  }

  /**
   * Called with the number of bytes received of a message so far, so that no large message is buffered for a client
   * that isn't signed in. The count may include the end of the previous message, when both came in the same piece.
   */
  onPartialMessage(bytes: number): void {
    if (this.#ended || this.#identity || this.#unreadBytes > 0 || bytes <= 2 * LIMITS.signedOutBytes) return;
    this.#fatal(TOO_LARGE_SIGNED_OUT);
  }

  #read(message: Buffer): ClientMessage {
    if (!this.#identity && message.length > LIMITS.signedOutBytes) {
      throw new ProtocolViolation(TOO_LARGE_SIGNED_OUT);
    }
    const problem = findJsonBudgetProblem(message);
    if (problem) throw new ProtocolViolation(`A message ${problem}`);
    let json: unknown;
    try {
      json = JSON.parse(message.toString());
    } catch {
      throw new ProtocolViolation("A message is not valid JSON");
    }
    const parsed = clientMessage.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new ProtocolViolation(`A message is not valid: ${issue?.path.join(".")}: ${issue?.message}`);
  }

  /** Handles messages that change the view, strictly in order. */
  async #handle(message: ClientMessage, bytes: number): Promise<void> {
    if (message.type === "Connect") return this.#connect(message);
    if (message.type === "Event") return;
    if (!this.#session) throw new ProtocolViolation("The first message must be Connect");
    switch (message.type) {
      case "Authenticate":
        return this.#authenticate(message);
      case "ModifyQuerySet":
        this.#queries.modify(message, this.#identity);
        return this.requestPass();
      case "Mutation":
        return this.#startCall(message, bytes, (done) => this.#mutations.add(message, this.#identity, done));
      case "Action":
        return this.#startCall(message, bytes, (done) => void this.#runAction(message).finally(done));
    }
  }

  /** Begins a call unless too much waits already; its message counts towards the limit until it is done. */
  #startCall(call: FunctionCall, bytes: number, begin: (done: () => void) => void): void {
    if (this.#heldBytes + bytes > LIMITS.heldBytes) {
      const limit = `Too much at once: calls of at most ${LIMITS.heldBytes} bytes may wait on a connection`;
      return this.send(createFailureResponse(call, createLimitFailure(call, limit)));
    }
    this.#heldBytes += bytes;
    begin(() => {
      this.#heldBytes -= bytes;
    });
  }

  async #connect(message: Connect): Promise<void> {
    if (this.#session) throw new ProtocolViolation("Connect may be sent once");
    const observed = message.maxObservedTimestamp ? decodeTimestamp(message.maxObservedTimestamp) : null;
    if (observed !== null && observed > HIGHEST_TIMESTAMP) {
      throw new ProtocolViolation("maxObservedTimestamp is none of this service");
    }
    if (observed !== null && observed > this.#services.clock.known) {
      const known = await this.#services.clock.readNewest();
      if (observed > known) this.#timestampOffset = observed - known;
    }
    // The socket ended meanwhile: nobody would ever release the session.
    if (this.#ended) return;
    this.#firstPass = this.#services.refresher.passesBegun + 1;
    this.#session = message;
    this.#services.claimSession(message.sessionId, this);
  }

  async #authenticate(message: Authenticate): Promise<void> {
    if (message.baseVersion !== this.#identityVersion) {
      throw new ProtocolViolation(
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
        // The token may be valid: after an authentication error the client would sign its owner out.
        if (error instanceof AuthFailure && error.code === "unavailable") {
          return this.restart("InternalServerError: tokens can't be checked");
        }
        return this.#authError(message.baseVersion, true);
      }
    }
    if (this.#ended) return;
    this.#identity = identity;
    this.#identityVersion++;
    this.#queries.changeIdentity(identity);
    this.#services.onSignInChange(this);
    this.#cancelExpiry();
    if (identity) this.#endWhenExpired(identity);
    this.requestPass();
  }

  /** Timers can fire a millisecond early, and wait at most 24 days: then the rest is waited for. */
  #endWhenExpired(identity: Identity): void {
    const { time } = this.#services;
    const ms = Math.min(Math.max(identity.expiresAt - time.now(), 0), 2 ** 31 - 1);
    this.#cancelExpiry = time.after(ms, () => {
      if (!this.endIfExpired(identity)) this.#endWhenExpired(identity);
    });
  }

  async #runAction(call: FunctionCall): Promise<void> {
    const { actions, log } = this.#services;
    if (this.endIfExpired(this.#identity)) return;
    this.#actions++;
    try {
      if (this.#actions > LIMITS.runningActions) {
        throw new CareError("limit", {
          english: `Too many actions at once: at most ${LIMITS.runningActions} a connection`,
        });
      }
      const json = await actions.run(prepareCall(this.#services, call, "action", this.#identity));
      this.send(createActionResponse(call, json));
    } catch (error) {
      this.send(createFailureResponse(call, toFailure(error, call.udfPath, log)));
    } finally {
      this.#actions--;
    }
  }

  plan(ts: bigint): Plan | null {
    if (this.#ended || !this.#session) return null;
    if (this.#services.refresher.passesBegun < this.#firstPass) {
      this.requestPass();
      return null;
    }
    if (this.#mutations.mustWithhold(ts) || this.endIfExpired(this.#identity)) return null;
    if (this.#transport.unsent >= LIMITS.unsentTransitions) {
      this.#missedTransition = true;
      return null;
    }
    return {
      subscriptions: this.#queries.all(),
      querySet: this.#queries.version,
      identity: this.#identityVersion,
    };
  }

  /** Set when the transport couldn't take a transition that was due; `onDrain` then asks for a new one. */
  #missedTransition = false;

  /** Called when the transport has room again. */
  onDrain(): void {
    if (!this.#missedTransition || this.#transport.unsent >= LIMITS.unsentTransitions) return;
    this.#missedTransition = false;
    this.requestPass();
  }

  deliver(plan: Plan, commitTs: bigint): void {
    if (this.#ended) return;
    try {
      this.#deliver(plan, commitTs);
    } catch (error) {
      // The pass goes on: the other sockets aren't affected.
      this.#services.log.error({ err: error }, "a transition could not be sent");
      this.end();
      this.#transport.close(1011, "InternalServerError");
    }
  }

  #deliver(plan: Plan, commitTs: bigint): void {
    if (this.endIfExpired(this.#identity)) return;
    // The identity changed while the pass ran: its results are for the previous one. The next pass is under way.
    if (plan.identity !== this.#identityVersion) return;
    const ts = commitTs + this.#timestampOffset;
    const end = { querySet: plan.querySet, ts, identity: plan.identity };
    const changed = plan.subscriptions.filter(
      (subscription) =>
        subscription.current !== null &&
        !isSameOutcome(subscription.current, subscription.sent) &&
        this.#queries.has(subscription),
    );
    const hasChanges =
      changed.length > 0 ||
      end.querySet !== this.#version.querySet ||
      end.identity !== this.#version.identity ||
      this.#mutations.needsTransition(commitTs);
    if (!hasChanges) return;
    // The session that the token names has ended, or the access token: neither opens anything any more.
    if (this.#identity && changed.some(({ current }) => isRefusalOfToken(current!)))
      return this.#authError(Math.max(this.#identityVersion - 1, 0), false);
    const removed = this.#queries.takeRemoved();
    const clockSkew =
      this.#version.ts === 0n && this.#session?.clientTs
        ? this.#session.clientTs - this.#services.time.now()
        : null;
    const transition = composeTransition({ start: this.#version, end, changed, removed, clockSkew });
    const responses = this.#mutations.takeResponses().map((response) => [response]);
    this.#transport.send(...responses, transition);
    for (const subscription of changed) subscription.sent = subscription.current;
    this.#version = end;
    this.#mutations.onTransitionSent(commitTs);
  }

  /**
   * Ends the socket's subscriptions and mutations. The client sends unfinished mutations again on its next socket.
   */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelExpiry();
    this.#mutations.end();
    this.#services.refresher.forget(this);
    this.#queries.end();
  }

  /** Asks the client to reconnect, to this node or another. */
  restart(reason: string): void {
    this.end();
    this.#transport.close(1012, reason);
  }

  /** Closes the socket when its token has expired, so that the client fetches a new one and reconnects. */
  endIfExpired(identity: Identity | null): boolean {
    if (identity === null || identity.expiresAt > this.#services.time.now()) return false;
    if (!this.#ended) this.#authError(Math.max(this.#identityVersion - 1, 0), false);
    return true;
  }

  requestPass(): void {
    this.#services.refresher.requestPass(this.#ended ? undefined : this);
  }

  includeInNextPass(): void {
    if (!this.#ended) this.#services.refresher.includeInNextPass(this);
  }

  send(text: string): void {
    this.#transport.send([text]);
  }

  /**
   * Sends an authentication error, after which the client fetches a new token and reconnects. The client ignores an
   * expiry while it waits for the answer to a new token, so the connection is closed as well: otherwise it would wait
   * for ever.
   */
  #authError(baseVersion: number, authUpdateAttempted: boolean): void {
    const error = "Auth failed: check server auth config.";
    this.send(JSON.stringify({ type: "AuthError", error, baseVersion, authUpdateAttempted }));
    this.restart("the token is not valid");
  }

  #fatal(error: string): void {
    this.#services.log.info({ reason: error }, "sync connection refused");
    this.send(JSON.stringify({ type: "FatalError", error }));
    this.end();
    this.#transport.close(1008, error.slice(0, 120));
  }
}

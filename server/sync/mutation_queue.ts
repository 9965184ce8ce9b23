import type { Logger } from "pino";
import type { Identity } from "../auth/identity.ts";
import type { Clock } from "../clock.ts";
import { type FunctionRegistry, prepareCall } from "./calls.ts";
import { toFailure } from "./failures.ts";
import { type Commit, type MutationRunner, OutcomeUnknown } from "./mutations.ts";
import type { SyncObserver } from "./observer.ts";
import { createLimitFailure, isEnvelope, prepareOperation } from "./outbox.ts";
import {
  createFailureResponse,
  createMutationResponse,
  encodeTimestamp,
  type FunctionCall,
  LIMITS,
} from "./protocol.ts";

/** A client that sends mutations without pause still gets others' changes this often, ms. */
const MAX_WITHHELD_MS = 100;

type Services = {
  functions: FunctionRegistry;
  observer: SyncObserver;
  mutations: MutationRunner;
  log: Logger;
  time: Clock;
  onCommit(commit: Commit): void;
};

/** The socket that the queue belongs to. */
type Owner = {
  readonly sessionId: string;
  /** Added to every timestamp that is sent to the client. */
  readonly timestampOffset: bigint;
  send(text: string): void;
  /** Asks for a pass that includes this socket. */
  requestPass(): void;
  /** Includes this socket in the next pass, without asking for one. */
  includeInNextPass(): void;
  /** Closes the socket when the identity's token has expired; returns whether it has. */
  endIfExpired(identity: Identity | null): boolean;
  restart(reason: string): void;
};

/**
 * The mutations of one socket: one at a time and in order. It also decides when a transition has to wait: when its
 * snapshot may hold rows of a mutation that it doesn't confirm yet, the client would show them next to its optimistic
 * version.
 */
export class MutationQueue {
  readonly #owner: Owner;
  readonly #services: Services;
  #waiting: { call: FunctionCall; identity: Identity | null; done(): void }[] = [];
  #running = false;
  #ended = false;
  /** While a mutation runs: whether a snapshot may hold its rows before the client has the response. */
  #mayBeVisible = false;
  #lastCommit = 0n;
  #unconfirmed = false;
  #responses: string[] = [];
  /** Since when a transition has been waiting for the client's own mutation, ms; null when none waits. */
  #withheldSince: number | null = null;
  #afterWithheld: (() => void) | null = null;

  constructor(owner: Owner, services: Services) {
    this.#owner = owner;
    this.#services = services;
  }

  /** @param done called when the mutation was answered; not when the queue ends before */
  add(call: FunctionCall, identity: Identity | null, done: () => void): void {
    if (this.#waiting.length >= LIMITS.queuedMutations) {
      const message = `Too many changes at once: at most ${LIMITS.queuedMutations} may wait on a connection`;
      done();
      return this.#owner.send(createFailureResponse(call, createLimitFailure(call, message)));
    }
    this.#waiting.push({ call, identity, done });
    if (!this.#running) void this.#run();
  }

  /** Whether a transition of `ts` has to wait for the pass after the current mutation's response. */
  mustWithhold(ts: bigint): boolean {
    if (!this.#mayBeVisible && this.#lastCommit <= ts) {
      this.#withheldSince = null;
      this.#afterWithheld?.();
      this.#afterWithheld = null;
      return false;
    }
    this.#withheldSince ??= this.#services.time.elapsed();
    if (!this.#mayBeVisible) this.#owner.requestPass();
    return true;
  }

  /** Whether a transition of `ts` has to be sent even without new results, because a mutation waits for it. */
  needsTransition(ts: bigint): boolean {
    return this.#unconfirmed && this.#lastCommit <= ts;
  }

  /**
   * The responses to committed mutations. They are sent together with the transition that confirms them: the client
   * ignores them until then.
   */
  takeResponses(): string[] {
    const responses = this.#responses;
    this.#responses = [];
    return responses;
  }

  /**
   * Records that a transition of `ts` was sent. When its pass began before the latest mutation, the next one confirms
   * that mutation.
   */
  onTransitionSent(ts: bigint): void {
    this.#unconfirmed = this.#lastCommit > ts;
  }

  /** Drops mutations that haven't begun; the client sends them again on its next socket. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#afterWithheld?.();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (!this.#ended) {
      const next = this.#waiting.shift();
      if (!next || this.#owner.endIfExpired(next.identity)) break;
      await this.#runOne(next.call, next.identity);
      next.done();
      await this.#allowTransition();
    }
    this.#running = false;
  }

  async #runOne(call: FunctionCall, identity: Identity | null): Promise<void> {
    const { mutations, log, onCommit } = this.#services;
    const owner = this.#owner;
    try {
      const { call: prepared, request } = this.#prepare(call, identity);
      const outcome = await mutations.run(prepared, request, (may) => {
        this.#mayBeVisible = may;
        if (!may && this.#withheldSince !== null) owner.requestPass();
      });
      this.#mayBeVisible = false;
      if (!outcome.success) {
        owner.send(createFailureResponse(call, outcome));
        // This failure isn't stored. If the response gets lost, the client sends the request again, and it must not
        // run after later ones that have run meanwhile: so the client has to send these again as well. The operations of
        // an outbox have numbers, so later ones have not run.
        if (outcome.isTemporary && !isEnvelope(call.udfPath)) owner.restart("InternalServerError: busy");
        return;
      }
      const ts = encodeTimestamp(outcome.ts + owner.timestampOffset);
      this.#responses.push(createMutationResponse(call, outcome.json, ts));
      this.#unconfirmed = true;
      this.#lastCommit = outcome.ts;
      owner.includeInNextPass();
      onCommit(outcome);
    } catch (error) {
      this.#mayBeVisible = false;
      if (error instanceof OutcomeUnknown) return owner.restart("InternalServerError: no database");
      owner.send(createFailureResponse(call, toFailure(error, call.udfPath, log)));
    }
  }

  #prepare(call: FunctionCall, identity: Identity | null) {
    if (isEnvelope(call.udfPath)) return prepareOperation(this.#services, call.args, identity);
    // Without an identity no outcome is stored: a session without an owner could add rows without limit.
    const request = identity && { sessionId: this.#owner.sessionId, requestId: call.requestId };
    return { call: prepareCall(this.#services, call, "mutation", identity), request };
  }

  /** Lets a transition that has waited long enough be sent between two mutations. */
  async #allowTransition(): Promise<void> {
    if (this.#withheldSince === null || this.#ended) return;
    this.#owner.requestPass();
    if (this.#services.time.elapsed() - this.#withheldSince < MAX_WITHHELD_MS) return;
    await new Promise<void>((resolve) => {
      this.#afterWithheld = resolve;
    });
  }
}

import { BaseConvexClient, type BaseConvexClientOptions } from "convex/browser";
import { convexToJson, type JSONValue, jsonToConvex, type Value } from "convex/values";
import { getStoredPerson, storePerson } from "../../../lib/browser-store.ts";
import { reachability } from "../../../ui/reachability.ts";
import { whenIdle } from "../../routes/when-idle.ts";
import { holdSockets } from "../stamped-socket.ts";
import type { KeptResult, KeptResults, NotebookRights } from "./kept-results.ts";
import { UNANSWERED_MS, WRITE_AFTER_MS } from "./limits.ts";
import { collectSealed, dropSealedNotes, getResultKey, type ResultKey } from "./policy.ts";

type Handler = Parameters<BaseConvexClient["addOnTransitionHandler"]>[0];
type Transition = Parameters<Handler>[0];
type Token = Transition["queries"][number]["token"];

/** The query for the notebooks that a person may read, with their role in each. */
const NOTEBOOKS = "diaries:listMyDiaries";

/**
 * The live connection, with results of earlier times while there is no answer: a query that is unanswered without a
 * connection, or for {@link UNANSWERED_MS}, gets what this browser keeps of it. An answer of the server always wins, and
 * a kept result never takes its place.
 */
export class KeptClient extends BaseConvexClient {
  readonly #handlers = new Set<Handler>();
  /** Shown results that the server hasn't answered, by query. */
  readonly #shown = new Map<Token, { value: Value; at: number }>();
  /** Subscribed queries without an answer, by how many subscribe to them. */
  readonly #unanswered = new Map<Token, number>();
  /** Answers that aren't kept yet; undefined for those that may not be, such as refusals. */
  readonly #answers = new Map<Token, unknown>();
  /** Queries whose answers include a change of one's own that the server hasn't made yet. */
  readonly #ahead = new Set<Token>();
  /** The ids of encrypted notes that were seen. */
  readonly #sealed = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #person: string | null = null;
  #store: Promise<KeptResults | null> | null = null;
  #writing: ReturnType<typeof setTimeout> | undefined;
  readonly #stops: (() => void)[] = [];

  constructor(address: string, options: BaseConvexClientOptions) {
    super(address, () => {}, options);
    super.addOnTransitionHandler((transition) => this.#onAnswers(transition));
    const look = () => {
      if (this.#isAway()) void this.#showKept();
    };
    window.addEventListener("offline", look);
    window.addEventListener("pagehide", this.#write);
    document.addEventListener("visibilitychange", this.#write);
    this.#stops.push(reachability.subscribe(look), this.subscribeToConnectionState(look), () => {
      window.removeEventListener("offline", look);
      window.removeEventListener("pagehide", this.#write);
      document.removeEventListener("visibilitychange", this.#write);
    });
  }

  /**
   * Keeps and shows results of this person from now on, unless they have turned that off on this device; nobody's with
   * null, at the end of a session: a late write mustn't follow the removal of the rest.
   */
  keepFor(personId: string | null): void {
    this.#person = personId;
    if (this.#isAway()) void this.#showKept();
  }

  /** The kept results; null where there are none. Their code is loaded when it is first needed. */
  #open(): Promise<KeptResults | null> {
    const person = this.#person;
    if (person === null || !this.isOn()) return NOTHING;
    this.#store ??= import("./kept-results.ts").then(
      ({ KeptResults }) => KeptResults.open(person),
      () => null,
    );
    return this.#store;
  }

  isOn = (): boolean => this.#person !== null && !getStoredPerson(this.#person).keepsNothing;

  measure = async () => {
    if (!this.isOn()) return { bytes: 0, since: null };
    const store = await this.#open();
    return store ? store.measure() : null;
  };

  remove = async (): Promise<void> => (await this.#open())?.clear();

  turn = async (on: boolean): Promise<void> => {
    const store = await this.#open();
    storePerson(this.#person!, { keepsNothing: !on });
    if (on) return;
    this.#store = null;
    await store?.clear();
    store?.close();
  };

  /** When the oldest shown result came, epoch ms; null when all results are live. */
  getShownSince = (): number | null => {
    let oldest: number | null = null;
    for (const { at } of this.#shown.values()) oldest = Math.min(oldest ?? at, at);
    return oldest;
  };

  /** Calls back when {@link getShownSince} may have changed. */
  watchShown = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  override setAuth(...[fetchToken, ...handlers]: Parameters<BaseConvexClient["setAuth"]>): void {
    super.setAuth((request) => holdSockets(Promise.resolve(fetchToken(request))), ...handlers);
  }

  override addOnTransitionHandler(handler: Handler): () => boolean {
    // The connection itself adds one before this object is ready.
    if (!(#handlers in this)) return super.addOnTransitionHandler(handler);
    this.#handlers.add(handler);
    const stop = super.addOnTransitionHandler(handler);
    return () => {
      this.#handlers.delete(handler);
      return stop();
    };
  }

  override subscribe(...query: Parameters<BaseConvexClient["subscribe"]>) {
    const { queryToken, unsubscribe } = super.subscribe(...query);
    const token = queryToken as Token;
    if (this.#hasLive(token)) return { queryToken, unsubscribe };
    const others = this.#unanswered.get(token) ?? 0;
    this.#unanswered.set(token, others + 1);
    if (others === 0) setTimeout(() => void this.#showKept(), this.#isAway() ? 0 : UNANSWERED_MS);
    return {
      queryToken,
      unsubscribe: () => {
        const left = (this.#unanswered.get(token) ?? 1) - 1;
        if (left > 0) this.#unanswered.set(token, left);
        else if (this.#unanswered.delete(token) && this.#shown.delete(token)) this.#notify();
        unsubscribe();
      },
    };
  }

  override localQueryResult(path: string, args?: Record<string, Value>): Value | undefined {
    const live = super.localQueryResult(path, args);
    if (live !== undefined || this.#shown.size === 0) return live;
    return this.#shown.get(toToken(path, args))?.value;
  }

  // The published types lack the next two; ConvexReactClient calls them.
  localQueryResultByToken(token: Token): Value | undefined {
    const live = this.#readLive(token);
    return live === undefined ? this.#shown.get(token)?.value : live;
  }

  hasLocalQueryResultByToken(token: Token): boolean {
    return this.#hasLive(token) || this.#shown.has(token);
  }

  /** The server's answer, with one's own changes; undefined without one. Throws the refusal of a refused query. */
  #readLive(token: Token): Value | undefined {
    const { udfPath, args } = JSON.parse(token) as { udfPath: string; args: JSONValue };
    return super.localQueryResult(udfPath, jsonToConvex(args) as Record<string, Value>);
  }

  /** The server's answer; undefined without one and for a refusal. */
  #readAllowed(token: Token): Value | undefined {
    try {
      return this.#readLive(token);
    } catch {
      return undefined;
    }
  }

  /** Whether there is an answer of the server, be it a refusal. */
  #hasLive(token: Token): boolean {
    try {
      return this.#readLive(token) !== undefined;
    } catch {
      return true;
    }
  }

  override async close(): Promise<void> {
    clearTimeout(this.#writing);
    for (const stop of this.#stops) stop();
    const store = this.#store;
    this.#store = null;
    await super.close();
    (await store)?.close();
  }

  /** Whether an answer isn't to be expected. A server that is only late, over a connection that holds, may answer yet. */
  #isAway(): boolean {
    return !navigator.onLine || (reachability.isLost() && !this.connectionState().isWebSocketConnected);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Shows kept results of unanswered queries. */
  async #showKept(): Promise<void> {
    const wanted = [...this.#unanswered.keys()].filter((token) => this.#mayShow(token));
    const keys = new Map(wanted.map((token) => [token, getResultKey(token)]));
    const store = wanted.length === 0 ? null : await this.#open();
    if (!store) return;
    const known = [...keys.values()].filter((key) => key !== null);
    const found = await store.read(known).catch(() => new Map<string, KeptResult>());
    const shown = [...keys].flatMap(([token, key]) => {
      const kept = key === null ? undefined : found.get(key);
      // The answer may have come meanwhile.
      if (!kept || !this.#mayShow(token)) return [];
      this.#shown.set(token, { ...kept, value: jsonToConvex(kept.value) });
      return [token];
    });
    if (shown.length === 0) return;
    const queries = shown.map((token) => ({
      token,
      modification: {
        kind: "Updated" as const,
        result: { success: true as const, value: this.#shown.get(token)!.value, logLines: [] },
      },
    }));
    // As after an answer: who watches these queries reads them again.
    const transition: Omit<Transition, "timestamp"> = { queries, reflectedMutations: [] };
    for (const handler of this.#handlers) handler(transition as Transition);
    this.#notify();
  }

  /**
   * Whether a kept result takes the place of no answer. Not while a change of one's own waits: the kept ones don't have it,
   * and who has just written a note would miss it.
   */
  #mayShow(token: Token): boolean {
    const { hasInflightRequests } = this.connectionState();
    return (
      !hasInflightRequests && this.#unanswered.has(token) && !this.#shown.has(token) && !this.#hasLive(token)
    );
  }

  #onAnswers({ queries }: Transition): void {
    const { hasInflightRequests } = this.connectionState();
    const shownBefore = this.#shown.size;
    for (const { token, modification } of queries) {
      if (modification.kind === "Removed") continue;
      this.#unanswered.delete(token);
      this.#shown.delete(token);
      const result = modification.result;
      if (result?.success && hasInflightRequests) this.#ahead.add(token);
      else this.#answers.set(token, result?.success ? result.value : undefined);
    }
    if (this.#shown.size !== shownBefore) this.#notify();
    if (queries.length > 0 && this.isOn())
      this.#writing ??= setTimeout(() => void whenIdle().then(this.#write), WRITE_AFTER_MS);
  }

  readonly #write = (): void => {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    if (this.connectionState().hasInflightRequests) {
      if (this.#ahead.size > 0) this.#writing = setTimeout(this.#write, WRITE_AFTER_MS);
    } else {
      for (const token of this.#ahead) this.#answers.set(token, this.#readAllowed(token));
      this.#ahead.clear();
    }
    if (this.#answers.size === 0 || !this.isOn()) return;
    const answers = [...this.#answers].map(
      ([token, value]) => [token, value == null ? undefined : convexToJson(value as Value)] as const,
    );
    this.#answers.clear();
    // All notes first: what one result shows as encrypted is none for the others either.
    for (const [, answer] of answers) collectSealed(answer, this.#sealed);
    const values = new Map<ResultKey, unknown>();
    for (const [token, answer] of answers) {
      const key = getResultKey(token);
      if (key !== null) values.set(key, dropSealedNotes(token, answer, this.#sealed));
    }
    const notebooks = answers.find(([token]) => hasPath(token, NOTEBOOKS))?.[1];
    this.#open()
      .then((store) =>
        this.isOn() ? store?.write(values, notebooks as NotebookRights[] | undefined) : undefined,
      )
      .catch((error: unknown) => console.error("Results could not be kept", error));
  };
}

const hasPath = (token: Token, path: string): boolean => token.startsWith(`{"udfPath":"${path}"`);

const NOTHING = Promise.resolve(null);

function toToken(path: string, args: Record<string, Value> = {}): Token {
  return JSON.stringify({ udfPath: path, args: convexToJson(args) }) as Token;
}

import type { BaseConvexClient, MutationOptions } from "convex/browser";
import type { Value } from "convex/values";
import { applyLayer, type Layer, type LayerUpdate } from "../../../ui/layer.ts";
import { MANY_LAYERS, MANY_LAYERS_MS } from "./limits.ts";
import { shareUnchanged } from "./share-unchanged.ts";

type Handler = Parameters<BaseConvexClient["addOnTransitionHandler"]>[0];
export type Token = Parameters<Handler>[0]["queries"][number]["token"];
type Update = NonNullable<MutationOptions["optimisticUpdate"]>;
type Store = Parameters<Update>[0];

export type Result = { success: boolean; value?: Value; logLines?: string[] };

/** A query with its result, as the client has it. */
export type Answered = { udfPath: string; args: Record<string, Value>; result: Result | undefined };
type Results = ReadonlyMap<Token, Answered>;

/** Requests that the server has completed, by their ids. */
type Completed = Map<number, unknown>;

/** The results with layers of changes; the client's types lack it. `e2e/kept-reads.spec.ts` shows that it is there. */
type Views = {
  ingestQueryResultsFromServer(results: Results, dropped: Set<number>): Token[];
  applyOptimisticUpdate(update: (store: Store) => void, id: number): Token[];
};
/** The client's method that joins results and layers, and has screens read them; its types lack it as well. */
const JOIN = "notifyOnQueryResultChanges";

/**
 * What screens show: the server's answers, kept results of queries that it hasn't answered, and over both the layers of
 * changes that wait. With many layers screens read them a few times a second, since each time all layers are applied.
 */
export class LayeredResults {
  /** The server's answers to the queries of this page, without changes of one's own. */
  server: Results = new Map();
  readonly #views: Views;
  readonly #join: (completed: Completed) => void;
  /** Layers of waiting changes count down: the client's own ids count up. */
  #lastLayer = 0;
  readonly #layers = new Set<number>();
  /** Layers that the client still has, until it joins results the next time. */
  readonly #hidden = new Set<number>();
  #completed: Completed = new Map();
  #hasAnswers = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param kept kept results, which are shown for queries without an answer
   * @param onAnswer called with each new answer, before screens have it
   */
  constructor(client: BaseConvexClient, kept: Results, onAnswer: (token: Token, result: Result) => void) {
    this.#views = Reflect.get(client, "optimisticQueryResults");
    const ingest = this.#views.ingestQueryResultsFromServer.bind(this.#views);
    this.#views.ingestQueryResultsFromServer = (results, dropped) => {
      // A client that connects anew has none until the first answers.
      if (this.#hasAnswers && results.size > 0) this.#takeAnswers(results, kept, onAnswer);
      this.#hasAnswers = false;
      const hidden = new Set([...this.#hidden, ...dropped]);
      this.#hidden.clear();
      return ingest(kept.size === 0 ? this.server : new Map([...kept, ...this.server]), hidden);
    };
    this.#join = Reflect.get(client, JOIN).bind(client);
    Reflect.set(client, JOIN, (completed: Completed) => {
      this.#hasAnswers = true;
      for (const [id, result] of completed) this.#completed.set(id, result);
      this.#refreshSoon();
    });
  }

  /** Shows a waiting change in all results; returns its id, for `hide`. */
  show = (layer: LayerUpdate | Layer): number => {
    const id = --this.#lastLayer;
    const update = typeof layer === "function" ? layer : (store: Store) => applyLayer(store, layer);
    this.#views.applyOptimisticUpdate(update, id);
    this.#layers.add(id);
    this.#refreshSoon();
    return id;
  };

  hide = (id: number): void => {
    this.#hidden.add(id);
    this.#layers.delete(id);
    this.#refreshSoon();
  };

  /** Screens read all results again. */
  refresh(): void {
    this.close();
    const completed = this.#completed;
    this.#completed = new Map();
    this.#join(completed);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #refreshSoon(): void {
    if (this.#layers.size < MANY_LAYERS) this.refresh();
    else this.#timer ??= setTimeout(() => this.refresh(), MANY_LAYERS_MS);
  }

  #takeAnswers(results: Results, kept: Results, onAnswer: (token: Token, result: Result) => void): void {
    const before = this.server;
    this.server = results;
    for (const [token, { result }] of results) {
      const former = before.get(token)?.result ?? kept.get(token)?.result;
      if (result === undefined || result === former) continue;
      if (result.success) result.value = shareUnchanged(former?.value, result.value) as Value;
      onAnswer(token, result);
    }
  }
}

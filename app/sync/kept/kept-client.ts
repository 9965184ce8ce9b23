import { BaseConvexClient, type BaseConvexClientOptions, type MutationOptions } from "convex/browser";
import { ConvexError, convexToJson, type JSONValue, jsonToConvex, type Value } from "convex/values";
import { getStoredPerson, storePerson } from "../../../lib/browser-store.ts";
import { fetchNamedTexts } from "../../../lib/words/loaded.ts";
import { t } from "../../../lib/words/t.ts";
import type { LayerUpdate } from "../../../ui/layer.ts";
import { reachability } from "../../../ui/reachability.ts";
import { whenIdle } from "../../routes/when-idle.ts";
import { loadedCode } from "../outbox/code.ts";
import { getWaitingAnswer, isDurable, mayNotWait } from "../outbox/durable.ts";
import type { Operation } from "../outbox/operations.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { holdSockets } from "../stamped-socket.ts";
import type { KeptResult, KeptResults } from "./kept-results.ts";
import { type Answered, LayeredResults, type Result, type Token } from "./layered-results.ts";
import { OUTBOX_MS, UNANSWERED_MS, WRITE_AFTER_MS } from "./limits.ts";
import { getQuery, getResultKey } from "./policy.ts";
import { isLocked, watchLock } from "./reading-key.ts";
import type { NotebookRights } from "./withheld.ts";

/** The query for the notebooks that a person may read, with their role in each. */
const NOTEBOOKS = "diaries:listMyDiaries";
const OUTBOX_PATH = "outbox:send";

/**
 * The live connection, with what this browser keeps for times without one. A query that is unanswered without a connection,
 * or for {@link UNANSWERED_MS}, gets its result of an earlier time; an answer of the server always wins. Changes that may
 * wait go through the {@link Outbox}, and show in both.
 */
export class KeptClient extends BaseConvexClient {
  readonly #results: LayeredResults;
  /** Shown results that the server hasn't answered, by query. */
  readonly #shown = new Map<Token, Answered & { at: number }>();
  /** Subscribed queries without an answer, by how many subscribe to them. */
  readonly #unanswered = new Map<Token, number>();
  /** Answers that aren't kept yet; undefined for those that may not be, such as refusals. */
  readonly #answers = new Map<Token, Value | undefined>();
  /** Small pictures that aren't kept yet, by their attachments' ids. */
  readonly #pictures = new Map<string, Blob>();
  readonly #listeners = new Set<() => void>();
  #person: string | null = null;
  #store: Promise<KeptResults | null> | null = null;
  /** The lock that the open results were opened with. */
  #lock: string | undefined;
  #outbox: Promise<Outbox | null> | null = null;
  #openOutbox: Outbox | null = null;
  #writing: ReturnType<typeof setTimeout> | undefined;
  readonly #stops: (() => void)[] = [];
  #mayWait = false;
  /** Whether the last change that may wait could not be stored here. */
  #keepsNone = false;

  constructor(address: string, options: BaseConvexClientOptions) {
    super(address, () => {}, options);
    this.#results = new LayeredResults(this, this.#shown, this.#noteAnswer);
    super.addOnTransitionHandler(() => this.#writeLater());
    const look = () => {
      if (this.#isAway()) {
        void this.#showKept();
        // Its code is there before the next change.
        void this.#getOutbox();
      } else if (this.connectionState().isWebSocketConnected) this.#openOutbox?.flush();
    };
    window.addEventListener("offline", look);
    const leave = () => {
      this.#write();
      if (this.#openOutbox?.list().length === 0) this.#noteWaiting(false);
    };
    window.addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", this.#write);
    this.#stops.push(
      watchLock(this.#lookAtLock),
      reachability.subscribe(look),
      this.subscribeToConnectionState(look),
      () => {
        window.removeEventListener("offline", look);
        window.removeEventListener("pagehide", leave);
        document.removeEventListener("visibilitychange", this.#write);
      },
    );
  }

  /**
   * Keeps and shows results and changes of this person from now on, unless they have turned that off on this device;
   * nobody's with null, at the end of a session: a late write mustn't follow the removal of the rest.
   */
  keepFor(personId: string | null): void {
    this.#person = personId;
    if (this.#store === null) this.#lock = getLock(personId);
    if (this.#isAway()) void this.#showKept();
    this.#mayWait = personId !== null && getStoredPerson(personId).hasWaiting === true;
    if (this.#mayWait) void this.#getOutbox();
  }

  /** A lock that is set or taken off, here or in another tab, empties the store: what this page has is kept again. */
  readonly #lookAtLock = (): void => {
    const lock = getLock(this.#person);
    if (this.#person === null || isLocked(this.#person) || lock === this.#lock) return;
    this.#lock = lock;
    void this.#store?.then((store) => store?.close());
    this.#store = null;
    for (const [token, { result }] of this.#results.server)
      if (result?.success) this.#answers.set(token, result.value);
    this.#writeLater();
  };

  /** Notes in the browser whether changes may wait there, so that a page without any loads no code for them. */
  #noteWaiting(mayWait: boolean): void {
    if (this.#mayWait === mayWait || this.#person === null) return;
    this.#mayWait = mayWait;
    storePerson(this.#person, { hasWaiting: mayWait });
  }

  /** The kept results; null where there are none. Their code is loaded when it is first needed. */
  #open(): Promise<KeptResults | null> {
    const person = this.#person;
    if (person === null || !this.isOn() || isLocked(person)) return NOTHING;
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

  /** Keeps a small picture, with the next results. */
  keepPicture(attachmentId: string, picture: Blob): void {
    if (!this.isOn()) return;
    this.#pictures.set(attachmentId, picture);
    this.#writeLater();
  }

  /** A kept small picture, as soon as the server's isn't to be expected soon; null for none. */
  async readPicture(attachmentId: string): Promise<Blob | null> {
    await this.#waitUntilLate();
    const store = await this.#open();
    return store?.readPicture(attachmentId).catch(() => null) ?? null;
  }

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

  /** Changes that may wait are stored and sent by the outbox; all others need a connection. */
  override async mutation(
    path: string,
    args: Record<string, Value> = {},
    options?: MutationOptions,
  ): Promise<unknown> {
    const update = options?.optimisticUpdate as LayerUpdate | undefined;
    const sent = convexToJson(args) as Record<string, JSONValue>;
    const isKept = isDurable(path, sent) && this.#person !== null;
    const layerId = isKept && update ? this.#results.show(update) : null;
    if (isKept) this.#noteWaiting(true);
    // On a page whose line broke before that code came it isn't waited for.
    const outbox = isKept ? await Promise.race([this.#getOutbox(), wait(OUTBOX_MS)]) : null;
    const change = await outbox
      ?.add({ path, args: sent, layer: update?.layer ?? null, layerId })
      .catch((error) => {
        // Such as when the disk is full: it is sent as long as the page is open.
        console.error("A change could not be stored on this device", error);
      });
    if (change) {
      this.#keepsNone = false;
      const waiting = this.#waitUntilLate().then(() => {
        change.queue();
        return getWaitingAnswer(path, sent);
      });
      return Promise.race([change.answer, waiting]);
    }
    this.#keepsNone = isKept;
    if (layerId !== null) this.#results.hide(layerId);
    this.#refuseWithoutConnection(path);
    return super.mutation(path, args, options).catch(throwWithTexts);
  }

  override async action(...call: Parameters<BaseConvexClient["action"]>): Promise<unknown> {
    this.#refuseWithoutConnection(call[0]);
    return super.action(...call).catch(throwWithTexts);
  }

  /** Who presses "Delete" without a connection has thought better of it by the time that it is back. */
  #refuseWithoutConnection(path: string): void {
    if (this.#isAway() && mayNotWait(path))
      throw new ConvexError({
        code: "no-connection",
        message: t("shared.connectionNeeded"),
      });
  }

  /** Resolves when an answer isn't to be expected soon. */
  #waitUntilLate(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => (reachability.isLost() || this.#isAway()) && finish();
      const stops = [reachability.subscribe(look), this.subscribeToConnectionState(look)];
      const timer = setTimeout(finish, UNANSWERED_MS);
      function finish() {
        clearTimeout(timer);
        for (const stop of stops) stop();
        resolve();
      }
      look();
    });
  }

  /** The changes of this person, also of one who keeps nothing that they read here. */
  #getOutbox(): Promise<Outbox | null> {
    const person = this.#person;
    if (person === null) return NOTHING;
    this.#outbox ??= this.#start(person).catch((error: unknown) => {
      console.error("This change is sent without being kept", error);
      // Its code may come with the next one.
      this.#outbox = null;
      return null;
    });
    return this.#outbox;
  }

  async #start(person: string): Promise<Outbox | null> {
    const Outbox = loadedCode.Outbox ?? (await import("../outbox/outbox.ts")).Outbox;
    const connection = {
      send: (envelope: Record<string, Value>) =>
        waitUntilReachable()
          .then(() => super.mutation(OUTBOX_PATH, envelope))
          .catch(throwWithTexts),
      showLayer: this.#results.show,
      hideLayer: this.#results.hide,
    };
    const outbox = await Outbox.open(person, connection, () => this.#notify());
    if (outbox === null) this.#outbox = NOTHING;
    if (this.#person === person) this.#openOutbox = outbox;
    else outbox?.close();
    this.#notify();
    return outbox;
  }

  /** The person's changes that wait or were refused, of all tabs. */
  listWaiting = (): readonly Operation[] => this.#openOutbox?.list() ?? NO_CHANGES;

  discard = async (seq: number): Promise<void> => this.#openOutbox?.discard(seq);

  /** Whether changes outlive the page, as far as is known. */
  keepsChanges = (): boolean => this.#person !== null && !this.#keepsNone;

  /** Whether a change of this subject waits for the connection. */
  isWaiting = (subject: string): boolean => this.#openOutbox?.isWaiting(subject) ?? false;

  /** The outbox, for what a person does with refused changes. */
  getOpenOutbox = (): Outbox | null => this.#openOutbox;

  /** Notes a new answer of the server. */
  readonly #noteAnswer = (token: Token, result: Result): void => {
    this.#answers.set(token, result.success ? result.value : undefined);
    this.#unanswered.delete(token);
    if (this.#shown.delete(token)) queueMicrotask(() => this.#notify());
  };

  /** Whether there is an answer of the server, be it a refusal. */
  #hasLive = (token: Token): boolean => this.#results.server.get(token)?.result !== undefined;

  override async close(): Promise<void> {
    clearTimeout(this.#writing);
    this.#results.close();
    for (const stop of this.#stops) stop();
    const [store, outbox] = [this.#store, this.#openOutbox];
    this.#store = null;
    this.#openOutbox = null;
    outbox?.close();
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
      const { udfPath, args } = getQuery(token);
      const result = { success: true, value: jsonToConvex(kept.value), logLines: [] };
      this.#shown.set(token, {
        udfPath,
        args: jsonToConvex(args) as Record<string, Value>,
        result,
        at: kept.at,
      });
      return [token];
    });
    if (shown.length === 0) return;
    this.#results.refresh();
    this.#notify();
  }

  /** Whether a kept result takes the place of no answer. */
  #mayShow = (token: Token): boolean =>
    this.#unanswered.has(token) && !this.#shown.has(token) && !this.#hasLive(token);

  #writeLater(): void {
    if (this.#answers.size + this.#pictures.size > 0 && this.isOn())
      this.#writing ??= setTimeout(() => void whenIdle().then(this.#write), WRITE_AFTER_MS);
  }

  /** All answers of the server that this page has. */
  readonly #listServer = () =>
    [...this.#results.server].map(([token, { result }]) => toPlain([token, result?.value]));

  readonly #write = (): void => {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    const [, listed] = [...this.#results.server].find(([token]) => hasPath(token, NOTEBOOKS)) ?? [];
    const notebooks = listed?.result?.value;
    // Nothing is kept that its notebook's owner may have forbidden.
    if (this.#answers.size + this.#pictures.size === 0 || !this.isOn() || !notebooks) return;
    const answers = [...this.#answers].map(toPlain);
    const pictures = new Map(this.#pictures);
    this.#answers.clear();
    this.#pictures.clear();
    this.#open()
      .then(async (store) => {
        if (!this.isOn()) return;
        await store?.keep(answers, notebooks as NotebookRights[], this.#listServer);
        await store?.keepPictures(pictures);
      })
      // Before the first change.
      .then(() => this.#getOutbox())
      .catch((error: unknown) => console.error("Results could not be kept", error));
  };
}

const toPlain = ([token, value]: readonly [Token, Value | null | undefined]) =>
  [token, value == null ? undefined : convexToJson(value)] as const;

const hasPath = (token: Token, path: string): boolean => token.startsWith(`{"udfPath":"${path}"`);

const getLock = (personId: string | null): string | undefined =>
  personId === null ? undefined : getStoredPerson(personId).lock?.wrapped;

const NOTHING = Promise.resolve(null);
const NO_CHANGES: readonly Operation[] = [];

/** Throws a refusal as soon as its text in the reader's language is there. */
async function throwWithTexts(error: unknown): Promise<never> {
  if (error instanceof ConvexError) await fetchNamedTexts(String(error.data?.key ?? ""));
  throw error;
}

/**
 * Resolves when the server can be reached, as far as is known. A message over a dead line may arrive minutes later,
 * with the age of a new one.
 */
const waitUntilReachable = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = reachability.subscribe(() => look());
    const look = () => {
      if (reachability.isLost()) return;
      stop();
      resolve();
    };
    look();
  });

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

import { ConvexError, type JSONValue } from "convex/values";
import { asHappened } from "../../../features/doses/client/as-happened.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import type { Layer } from "../../../ui/layer.ts";
import { getSubject, getWaitingAnswer, isAboutDose, isKeptAsQuestion, isQuestion } from "./durable.ts";
import { type Counters, type Operation, Operations, type Question } from "./operations.ts";

/** A change as it is sent; the socket writes its age (`stamped-socket.ts`). */
export type Envelope = {
  outboxId: string;
  n: number;
  acked: number;
  path: string;
  args: Record<string, JSONValue>;
  age: number;
  opId: string;
};

/** A change as this page has it. */
type Entry = {
  operation: Operation;
  /** Its layer over the results that screens show; null without one. */
  layerId: number | null;
  isSending: boolean;
  /** Whether this page made it, or has taken it over from another one. */
  isMine: boolean;
  /** Whether who made it knows that it waits. */
  isQueued: boolean;
  /** Whether the server has decided it, while its record is being removed. */
  isDone: boolean;
  /** Whether the server hasn't written an entry about a dose that its person takes back: neither's refusal is news. */
  isNeedless: boolean;
  settle: { resolve: (answer: unknown) => void; reject: (error: unknown) => void } | null;
};

/** What other tabs hear: that there is a new change, or that the list of waiting and refused ones is another one. */
type Message = "added" | "changed";

/** What the outbox does with the connection. */
export type Connection = {
  /** Sends an envelope; the answer comes once the results of this page have the change. */
  send: (envelope: Envelope) => Promise<unknown>;
  showLayer: (layer: Layer) => number;
  hideLayer: (layerId: number) => void;
};

/** Refusals that pass: the change is sent again. */
const PASSING = new Set(["busy", "unauthenticated", "unknown-user", "account-closed", "outbox-gap"]);
const WITHDRAWAL = "doses:withdrawDose";
/** Why an entry about a dose waits for its person. */
const GOES_AGAINST = "It goes against another entry or a limit.";
/** Why a correction of a dose wasn't made whose form is closed. */
const CORRECTED_AGAINST =
  "Corrected like this, it goes against another entry or a limit. Open the dose to see which, and correct it there.";
/** How many are on their way at once; the server takes one after the other. */
const SENT_AT_ONCE = 64;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 60_000;
/** After so long this page has another tab's change from the server, ms. */
const OF_OTHERS_MS = 1000;
/** After so long a change of another tab counts as left by it, ms. */
const LEFT_MS = 10_000;
/** What the service worker is asked to do once the connection is back and no page is seen (app/worker/changes.js). */
const SEND_CHANGES = "send waiting changes";

/** Background Sync, which only some browsers have. */
type Registration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * A person's changes on their way to the server: durable before the first byte leaves, sent in the order of their numbers
 * by each tab's own connection, kept until the server has decided them. A refusal moves one out of the way of the others.
 * See docs/decisions/0261-writes-that-wait.md.
 */
export class Outbox {
  readonly #operations: Operations;
  readonly #connection: Connection;
  readonly #onChange: () => void;
  readonly #channel: BroadcastChannel | null;
  readonly #entries = new Map<number, Entry>();
  /** All changes; null when they have changed since. */
  #list: readonly Operation[] | null = null;
  /** The subjects of waiting changes; null when the list has changed since. */
  #waiting: Set<string | null> | null = null;
  #counters: Counters = { outboxId: "", next: 1, acked: 0 };
  #writes: Promise<unknown> = Promise.resolve();
  /** Decided changes whose records are there yet, and the write that removes them. */
  #decided: Entry[] = [];
  #removal: Promise<void> | null = null;
  #retryMs = FIRST_RETRY_MS;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #taking: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Whether this is the tab that sends what others leave. */
  #isSender = false;
  #release: () => void = () => {};
  #registration: Registration | undefined;

  private constructor(
    operations: Operations,
    channel: BroadcastChannel | null,
    connection: Connection,
    onChange: () => void,
  ) {
    this.#operations = operations;
    this.#channel = channel;
    this.#connection = connection;
    this.#onChange = onChange;
  }

  /**
   * Opens a person's outbox and sends what earlier pages left; null where the browser keeps nothing.
   * @param onChange called when the list of changes is another one
   */
  static async open(personId: string, connection: Connection, onChange: () => void): Promise<Outbox | null> {
    const operations = await Operations.open(personId);
    if (!operations) return null;
    const name = `CareDiary outbox of ${personId}`;
    const channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
    const outbox = new Outbox(operations, channel, connection, onChange);
    if (channel) channel.onmessage = ({ data }) => outbox.#onMessage(data);
    await outbox.#reload();
    outbox.#becomeSender(name);
    globalThis.document?.addEventListener("visibilitychange", outbox.#askWorker);
    return outbox;
  }

  /** All changes, oldest first; the same array until one of them changes. */
  list(): readonly Operation[] {
    this.#list ??= [...this.#entries.values()]
      .filter(({ isDone }) => !isDone)
      .map(({ operation }) => operation)
      .sort((a, b) => a.seq - b.seq);
    return this.#list;
  }

  /** Whether a change of this subject waits, and who made it knows. */
  isWaiting(subject: string): boolean {
    this.#waiting ??= this.#collectWaiting();
    return this.#waiting.has(subject);
  }

  #collectWaiting(): Set<string | null> {
    const waiting = new Set<string | null>();
    for (const { operation, isQueued, isDone } of this.#entries.values())
      if (isQueued && !isDone && operation.refusal === null)
        waiting.add(getSubject(operation.path, operation.args));
    return waiting;
  }

  /**
   * Stores a change and sends it. It takes the place of one of the same subject that waits for the person's decision.
   * @returns `answer` is the server's, or rejects with its refusal; `queue()`: nobody waits for that any more, so a
   *   refusal stays in the list
   * @throws when the browser can't store it
   */
  async add(made: {
    path: string;
    args: Record<string, JSONValue>;
    layer: Layer | null;
    layerId: number | null;
  }) {
    const { layerId, ...content } = made;
    const subject = getSubject(made.path, made.args);
    const asked = this.list().filter(
      ({ question, path, args }) => question !== null && getSubject(path, args) === subject,
    );
    const change = { ...content, opId: createId(), madeAt: Date.now() };
    const entry = await this.#add(change, { layerId, replaced: asked.map(({ seq }) => seq) });
    const answer = new Promise<unknown>((resolve, reject) => {
      entry.settle = { resolve, reject };
    });
    this.#channel?.postMessage("added" satisfies Message);
    this.flush();
    const queue = () => {
      if (entry.isQueued || entry.isDone || entry.operation.refusal !== null) return;
      entry.isQueued = true;
      this.#announce();
      // A page that is closing has no time to ask for it.
      navigator.serviceWorker?.getRegistration().then((found) => (this.#registration = found), logFailure);
    };
    return { answer, queue };
  }

  async #add(
    change: Omit<Operation, "seq" | "n" | "refusal" | "question">,
    { layerId, replaced = [] }: { layerId: number | null; replaced?: readonly number[] },
  ): Promise<Entry> {
    const { operation } = await this.#write(() => this.#operations.add(change, replaced));
    for (const seq of replaced) this.#entries.delete(seq);
    const entry = this.#insert(operation, { layerId, isMine: true });
    if (replaced.length > 0) this.#announce();
    else this.#noteChange();
    return entry;
  }

  /** Sends what waits and isn't on its way. */
  flush(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const waiting = [...this.#entries.values()]
      .filter(({ operation, isMine, isDone }) => operation.refusal === null && isMine && !isDone)
      .sort((a, b) => a.operation.n - b.operation.n)
      .slice(0, SENT_AT_ONCE);
    for (const entry of waiting) if (!entry.isSending) this.#send(entry).catch(logFailure);
  }

  /** Sends a refused change once more, as the newest one. */
  async tryAgain(seq: number): Promise<void> {
    const entry = this.#entries.get(seq);
    if (!entry) return;
    await this.#sendAs(entry.operation, entry);
    this.flush();
  }

  /** Sends a change as the newest one, in the place of a refused one. */
  async #sendAs(change: Pick<Operation, "path" | "args" | "opId">, refused: Entry): Promise<void> {
    const { path, args, opId } = change;
    const { layer, madeAt } = refused.operation;
    const added = await this.#add(
      { path, args, layer, opId, madeAt },
      { layerId: this.#show({ layer, refusal: null }) },
    );
    added.isQueued = true;
    await this.#remove(refused);
    this.#announce();
  }

  /** Gives a refused change up. */
  async discard(seq: number): Promise<void> {
    const entry = this.#entries.get(seq);
    if (entry) await this.#remove(entry);
  }

  /** Resolves when the writes that have begun are on the disk; none follows them. */
  close(): Promise<unknown> {
    this.#isClosed = true;
    globalThis.document?.removeEventListener("visibilitychange", this.#askWorker);
    clearTimeout(this.#retry);
    clearTimeout(this.#taking);
    this.#channel?.close();
    this.#release();
    return this.#writes.finally(() => this.#operations.close());
  }

  /** What waits when nobody sees the page any more is sent without it, where the browser can do that. */
  #askWorker = (): void => {
    if (document.visibilityState !== "hidden" || !this.list().some(({ refusal }) => refusal === null)) return;
    // A browser may have switched it off: then the next page sends.
    this.#registration?.sync?.register(SEND_CHANGES).catch(() => {});
  };

  async #send(entry: Entry): Promise<void> {
    const { operation } = entry;
    const { outboxId, acked } = this.#counters;
    const { n, path, args, madeAt, opId } = operation;
    // Another tab has read its outcome.
    if (n <= acked) return this.#reload();
    entry.isSending = true;
    const envelope = { outboxId, n, acked, path, args, age: -madeAt, opId };
    await this.#connection
      .send(envelope)
      .then(
        (answer) => this.#settle(entry, answer),
        (error: unknown) => (this.#isClosed ? undefined : this.#onFailure(entry, error, outboxId)),
      )
      .catch(logFailure);
    entry.isSending = false;
  }

  async #settle(entry: Entry, answer: unknown): Promise<void> {
    this.#retryMs = FIRST_RETRY_MS;
    const { isQueued, operation } = entry;
    const withdrawal = isQuestion(answer) ? this.#findCounterpart(operation) : undefined;
    if (withdrawal) withdrawal.isNeedless = true;
    else if (!entry.isNeedless && isQuestion(answer) && (isQueued || isKeptAsQuestion(operation.path))) {
      if (isKeptAsQuestion(operation.path))
        await this.#refuse(entry, GOES_AGAINST, { answer, isKept: isQueued });
      else await this.#refuse(entry, CORRECTED_AGAINST, null);
      entry.settle?.resolve(answer);
      return this.flush();
    }
    // A page that closes before the record is removed sends it once more, and gets the same answer.
    entry.settle?.resolve(answer);
    await this.#remove(entry);
  }

  /** The other of an entry about a dose and its withdrawal, while both wait. */
  #findCounterpart({ path, args }: Operation): Entry | undefined {
    const subject = getSubject(path, args);
    const isWithdrawal = path === WITHDRAWAL;
    return [...this.#entries.values()].find(
      ({ operation, isDone }) =>
        operation.refusal === null &&
        !isDone &&
        (operation.path === WITHDRAWAL) !== isWithdrawal &&
        getSubject(operation.path, operation.args) === subject,
    );
  }

  async #onFailure(entry: Entry, error: unknown, outboxId: string): Promise<void> {
    const data = error instanceof ConvexError ? (error.data as { code?: string; expected?: number }) : {};
    const { code = "", expected } = data;
    if (code === "outbox-rewound" || (code === "outbox-gap" && expected! < this.#getFirst())) {
      await this.#reload();
      // Another tab has read its outcome.
      if (!this.#entries.has(entry.operation.seq)) return;
      if (this.#counters.outboxId === outboxId) await this.#write(() => this.#operations.renumber(outboxId));
      await this.#reload();
      return this.#retryLater();
    }
    if (code === "outbox-gap") await this.#reload({ isTakenOver: true });
    if (PASSING.has(code)) return this.#retryLater();
    const { path, args } = entry.operation;
    // A refusal comes at once, an answer with its results: that of the entry is still on its way.
    const withdrawn = path === WITHDRAWAL && code === "not-found" && this.#findCounterpart(entry.operation);
    if (withdrawn) withdrawn.isNeedless = entry.isNeedless = true;
    if (code === "internal" && isAboutDose(path)) {
      // Such a fault passes, and a dose that was given would be lost with it. Its number is decided: it gets a new one.
      entry.settle?.resolve(getWaitingAnswer(path, args));
      await this.#sendAs(entry.operation, entry);
      return this.#retryLater();
    }
    console.error(`${entry.operation.path} was refused`, error);
    if (entry.isNeedless || (entry.settle && !entry.isQueued)) {
      entry.settle?.reject(error);
      await this.#remove(entry);
    } else {
      // A dose that was given without a connection has happened, such as when its plan has ended meanwhile.
      if (path === "doses:giveDose")
        await this.#sendAs(
          { path: "doses:recordDose", args: asHappened(args, [String(args.entryId)]), opId: createId() },
          entry,
        );
      else await this.#refuse(entry, getErrorMessage(error, "The server could not save it."), null);
      entry.settle = null;
    }
    this.flush();
  }

  /** Keeps a change out of the way of the others, until its person decides. */
  async #refuse(entry: Entry, words: string, question: Question | null): Promise<void> {
    const { operation } = await this.#write(() => this.#operations.refuse(entry.operation, words, question));
    this.#hide(entry);
    entry.operation = operation;
    this.#announce();
  }

  /** The lowest number that waits. */
  #getFirst(): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { operation } of this.#entries.values())
      if (operation.refusal === null) first = Math.min(first, operation.n);
    return first;
  }

  #retryLater(): void {
    if (this.#isClosed) return;
    // Devices that lost the same server don't come back at once.
    this.#retry ??= setTimeout(() => this.flush(), this.#retryMs * (0.5 + Math.random() / 2));
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  /** Removes a decided change, with others that were decided while the disk was written. */
  #remove(entry: Entry): Promise<void> {
    entry.isDone = true;
    this.#list = null;
    this.#hide(entry);
    this.#decided.push(entry);
    this.#removal ??= this.#removeDecided();
    return this.#removal;
  }

  async #removeDecided(): Promise<void> {
    let removed: Entry[] = [];
    await this.#write(() => {
      removed = this.#decided;
      this.#decided = [];
      this.#removal = null;
      return this.#operations.remove(removed.map(({ operation }) => operation.seq));
    });
    for (const { operation } of removed) this.#entries.delete(operation.seq);
    if (removed.some(({ isQueued }) => isQueued)) this.#announce();
    else this.#noteChange();
    this.flush();
  }

  #show = ({ layer, refusal }: Pick<Operation, "layer" | "refusal">): number | null =>
    layer !== null && refusal === null ? this.#connection.showLayer(layer) : null;

  #hide(entry: Entry): void {
    if (entry.layerId !== null) this.#connection.hideLayer(entry.layerId);
    entry.layerId = null;
  }

  #insert(operation: Operation, { layerId, isMine }: Pick<Entry, "layerId" | "isMine">): Entry {
    const state = { isSending: false, isQueued: false, isDone: false, isNeedless: false, settle: null };
    const entry: Entry = { operation, layerId, isMine, ...state };
    this.#entries.set(operation.seq, entry);
    return entry;
  }

  /** Writes of this page follow one another: the numbers are in the order of the changes. */
  #write<Result extends { counters: Counters }>(write: () => Promise<Result>): Promise<Result> {
    const written = this.#writes.then(write).then((result) => {
      this.#counters = result.counters;
      return result;
    });
    this.#writes = written.catch(() => {});
    return written;
  }

  /** Other tabs and this page's screens read the list again. */
  #announce(): void {
    if (!this.#isClosed) this.#channel?.postMessage("changed" satisfies Message);
    this.#noteChange();
  }

  #noteChange(): void {
    this.#list = null;
    this.#waiting = null;
    this.#onChange();
  }

  #onMessage(message: Message): void {
    if (message === "changed") this.#reload().catch(logFailure);
    if (!this.#isSender) return;
    clearTimeout(this.#taking);
    this.#taking = setTimeout(() => this.#takeOver().catch(logFailure), LEFT_MS);
  }

  async #takeOver(): Promise<void> {
    await this.#reload({ isTakenOver: true });
    this.flush();
  }

  /** Takes the list as all tabs have it; `isTakenOver`: this page sends what other tabs haven't. */
  async #reload({ isTakenOver = false } = {}): Promise<void> {
    if (this.#isClosed) return;
    const { operations } = await this.#write(() => this.#operations.read());
    const stored = new Map(operations.map((operation) => [operation.seq, operation]));
    if (operations.some(({ seq, layer }) => layer !== null && !this.#entries.has(seq)))
      await import("./layers.ts");
    for (const [seq, operation] of stored) {
      const entry = this.#entries.get(seq);
      if (!entry)
        this.#insert(operation, { layerId: this.#show(operation), isMine: isTakenOver }).isQueued = true;
      else {
        entry.operation = operation;
        entry.isMine ||= isTakenOver;
        if (operation.refusal !== null) this.#hide(entry);
      }
    }
    for (const [seq, entry] of this.#entries) {
      if (stored.has(seq) || entry.isDone) continue;
      this.#entries.delete(seq);
      entry.settle?.resolve(null);
      setTimeout(() => this.#isClosed || this.#hide(entry), OF_OTHERS_MS);
    }
    this.#noteChange();
  }

  /** One tab at a time also sends what closed ones left: the next one when this one closes. */
  #becomeSender(name: string): void {
    const held = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    const send = async () => {
      this.#isSender = true;
      await this.#takeOver();
      await held;
    };
    if (navigator.locks) navigator.locks.request(name, send).catch(logFailure);
    else send().catch(logFailure);
  }
}

/** The records stay: the next page sends them again. */
const logFailure = (error: unknown) => console.error("The list of waiting changes could not be used", error);

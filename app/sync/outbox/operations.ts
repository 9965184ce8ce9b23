import { createRandomId } from "../../../lib/ids.ts";
import {
  type Layout,
  openDatabase,
  openIfExists,
  toPromise,
  waitForCommit,
} from "../../../lib/indexed-db.ts";
import { t } from "../../../lib/words/t.ts";
import type { WaitingChange } from "../../../ui/waiting-changes.ts";
import { canSeal, hashText, type Sealed, Sealer, type Sealing, UNSEALED } from "../kept/seal.ts";
import { isAboutDose } from "./durable.ts";

/** A change as this device stores it; `seq` counts them. */
export type Operation = WaitingChange & {
  /** Its number in the outbox; 0 once it is refused. */
  n: number;
  opId: string;
  /** When it was made, epoch ms by this device. */
  madeAt: number;
};

export type Question = NonNullable<WaitingChange["question"]>;

/** The path of a change whose record can't be read any more. */
const TORN = "";

/** The rest of such a change. */
const getTorn = (): Content => ({
  path: TORN,
  args: {},
  layer: null,
  refusal: t("outbox.torn"),
  question: null,
});

/** Whether nothing but its time is left of a change. */
export const isTorn = ({ path }: Pick<Operation, "path">): boolean => path === TORN;

/** The outbox as the server knows it: its id, its next number, and the last number whose outcome was read. */
export type Counters = { outboxId: string; next: number; acked: number };

type Content = Pick<Operation, "path" | "args" | "layer" | "refusal" | "question">;
type StoredOperation = Pick<Operation, "seq" | "n" | "opId" | "madeAt"> & Sealed;

const OPERATIONS = "operations";
const META = "meta";
const COUNTERS = "counters";

const getLayout = async (personId: string): Promise<Layout> => ({
  name: `CareDiaryOutbox ${canSeal() ? (await hashText(personId)).slice(0, 32) : personId}`,
  version: 1,
  create(database) {
    database.createObjectStore(OPERATIONS, { keyPath: "seq", autoIncrement: true });
    database.createObjectStore(META);
    database.createObjectStore("keys");
  },
});

/**
 * A person's changes that wait on this device, shared by all tabs. They are encrypted as kept results are, where the browser
 * can do that, and apart from them: neither the end of a session nor "Remove from this device" removes them.
 */
export class Operations {
  readonly #database: IDBDatabase;
  readonly #sealer: Sealing;

  private constructor(database: IDBDatabase, sealer: Sealing) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Opens a person's changes; null where the browser keeps nothing. */
  static async open(personId: string): Promise<Operations | null> {
    try {
      return await Operations.#create(await openDatabase(await getLayout(personId)));
    } catch (error) {
      console.error("This browser keeps no changes for times without a connection", error);
      return null;
    }
  }

  /** As `open`, but null where this browser has never kept a change of this person. */
  static async openIfExists(personId: string): Promise<Operations | null> {
    const database = await openIfExists(await getLayout(personId));
    return database && Operations.#create(database);
  }

  static async #create(database: IDBDatabase): Promise<Operations> {
    return new Operations(database, canSeal() ? await Sealer.open(database, "operations") : UNSEALED);
  }

  /** All changes, oldest first, and the counters. Of a record that can't be read any more only its time is left. */
  async read(): Promise<{ operations: Operation[]; counters: Counters }> {
    const transaction = this.#database.transaction([OPERATIONS, META]);
    const [stored, counters] = await Promise.all([
      toPromise<StoredOperation[]>(transaction.objectStore(OPERATIONS).getAll()),
      readCounters(transaction),
    ]);
    const operations = await Promise.all(
      stored.map(async ({ iv, bytes, ...rest }): Promise<Operation> => {
        const content = await this.#sealer.unseal<Content>({ iv, bytes }, rest.opId);
        // The first version stored no questions.
        const { question = null, ...known } = content ?? getTorn();
        return { ...rest, ...known, question };
      }),
    );
    const torn = operations.filter((operation) => isTorn(operation) && operation.n > 0);
    if (torn.length === 0) return { operations, counters };
    await this.#dropNumbers(new Set(torn.map(({ seq }) => seq)));
    return this.read();
  }

  /** Numbers what waits anew without these changes: the server would wait for their numbers for ever. */
  #dropNumbers(seqs: ReadonlySet<number>): Promise<unknown> {
    return this.#change(async (operations, counters) => {
      const stored = await toPromise<StoredOperation[]>(operations.getAll());
      const dropped = stored.filter(({ seq, n }) => n > 0 && seqs.has(seq));
      // Another tab has done so.
      if (dropped.length === 0) return;
      for (const operation of dropped) operations.put({ ...operation, n: 0 });
      await numberAnew(operations, counters);
    });
  }

  /**
   * Stores a change with the next number. Resolves when it is on the disk as far as the browser promises it, so that it
   * may be sent.
   * @param replaced the `seq` of refused changes whose place it takes
   * @throws a QuotaExceededError, among others: then it isn't stored
   */
  async add(
    made: Omit<Operation, "seq" | "n" | "refusal" | "question">,
    replaced: readonly number[] = [],
  ): Promise<{ operation: Operation; counters: Counters }> {
    const waiting = { ...made, refusal: null, question: null };
    const record = await this.#seal(waiting);
    const { result, counters } = await this.#change(async (operations, counters) => {
      const n = counters.next++;
      for (const seq of replaced) operations.delete(seq);
      const seq = Number(await toPromise(operations.add({ ...record, n })));
      return { seq, n, ...waiting };
    }, "strict");
    return { operation: result, counters };
  }

  /** Removes changes, by their `seq`, that the server has decided or that the person gives up. */
  remove(seqs: readonly number[]): Promise<{ counters: Counters }> {
    return this.#change(async (operations, counters) => {
      for (const seq of seqs) operations.delete(seq);
      await acknowledge(operations, counters);
    });
  }

  /** Keeps a refused change with the reason; it has no number any more. */
  async refuse(
    operation: Operation,
    refusal: string,
    question: Question | null = null,
  ): Promise<{ operation: Operation; counters: Counters }> {
    const refused = { ...operation, n: 0, refusal, question };
    const record = await this.#seal(refused);
    const { counters } = await this.#change(async (operations, counters) => {
      operations.put({ ...record, seq: refused.seq, n: 0 });
      await acknowledge(operations, counters);
    });
    return { operation: refused, counters };
  }

  /**
   * Numbers all waiting changes anew under a new outbox id, since the server's and this device's numbers differ; changes
   * nothing if another tab has done so since `outboxId`.
   */
  renumber(outboxId: string): Promise<{ counters: Counters }> {
    return this.#change(async (operations, counters) => {
      if (counters.outboxId === outboxId) await numberAnew(operations, counters);
    });
  }

  close(): void {
    this.#database.close();
  }

  /** The record of a change without its numbers. */
  async #seal({ opId, madeAt, ...made }: Content & Pick<Operation, "opId" | "madeAt">) {
    const { path, args, layer, refusal, question } = made;
    const content: Content = { path, args, layer, refusal, question };
    return { opId, madeAt, ...(await this.#sealer.seal(content, opId)) };
  }

  /** Changes the list and the counters in one transaction. */
  async #change<Result>(
    change: (operations: IDBObjectStore, counters: Counters) => Promise<Result>,
    durability: IDBTransactionDurability = "default",
  ): Promise<{ result: Result; counters: Counters }> {
    const transaction = this.#database.transaction([OPERATIONS, META], "readwrite", { durability });
    const committed = waitForCommit(transaction);
    const counters = await readCounters(transaction);
    const result = await change(transaction.objectStore(OPERATIONS), counters);
    transaction.objectStore(META).put(counters, COUNTERS);
    await committed;
    return { result, counters };
  }
}

/**
 * Acknowledges all numbers before the first that waits. Later ones may be decided before it: their tab has heard the
 * server's answer, while the one of the first was closed before.
 */
async function acknowledge(operations: IDBObjectStore, counters: Counters): Promise<void> {
  const first = await findFirstWaiting(operations);
  counters.acked = Math.max(counters.acked, (first ?? counters.next) - 1);
}

/** The lowest number that waits; null without any. Numbers rise with `seq`, and refused changes have none. */
function findFirstWaiting(operations: IDBObjectStore): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const walking = operations.openCursor();
    walking.onerror = () => reject(walking.error);
    walking.onsuccess = () => {
      const cursor = walking.result;
      const { n } = (cursor?.value ?? { n: null }) as { n: number | null };
      if (n === 0) cursor!.continue();
      else resolve(n);
    };
  });
}

/** Gives all waiting changes the numbers of a new outbox, in their order. */
async function numberAnew(operations: IDBObjectStore, counters: Counters): Promise<void> {
  const waiting = (await toPromise<StoredOperation[]>(operations.getAll())).filter(({ n }) => n > 0);
  for (const [index, operation] of waiting.entries()) operations.put({ ...operation, n: index + 1 });
  Object.assign(counters, createCounters(waiting.length + 1));
}

const readCounters = async (transaction: IDBTransaction): Promise<Counters> =>
  (await toPromise<Counters | undefined>(transaction.objectStore(META).get(COUNTERS))) ?? createCounters(1);

/** A new outbox. Its id is a random one (version 4): the server takes others for keys of single requests. */
const createCounters = (next: number): Counters => ({ outboxId: createRandomId(), next, acked: 0 });

/** How many of a person's changes wait in this browser or were refused: entries about doses, and others. */
export async function countOperations(personId: string): Promise<{ doses: number; changes: number }> {
  const operations = globalThis.indexedDB ? await Operations.openIfExists(personId) : null;
  if (!operations) return { doses: 0, changes: 0 };
  const all = (await operations.read()).operations;
  operations.close();
  const doses = all.filter(({ path }) => isAboutDose(path)).length;
  return { doses, changes: all.length - doses };
}

/** Removes all of a person's waiting changes from this browser. */
export async function forgetOperations(personId: string): Promise<void> {
  globalThis.indexedDB?.deleteDatabase((await getLayout(personId)).name);
}

import type { JSONValue } from "convex/values";
import {
  type Layout,
  openDatabase,
  openIfExists,
  toPromise,
  waitForCommit,
} from "../../../lib/indexed-db.ts";
import { getKeptChoice, type KeptChoice } from "./kept-choices.ts";
import { MOST_RESULT_BYTES } from "./limits.ts";
import { getResultKey, type ResultKey } from "./policy.ts";
import { getReadingKey, isLocked } from "./reading-key.ts";
import { canSeal, fromBase64, hashText, type Sealed, Sealer, toBase64 } from "./seal.ts";
import { type NotebookRights, Withheld } from "./withheld.ts";

/**
 * Raise it when results of this build can't be shown by an earlier one, or the other way round: records of another
 * version are as good as none.
 */
const DATA_VERSION = 1;

const DAY_MS = 86_400_000;
const RESULTS = "results";
const KEYS = "keys";
const OLDEST_FIRST = "oldest first";

/** So begin the keys of the lists of a note's files. */
const FILES_OF_NOTE = "attachments:listAttachments ";

type StoredResult = { name: string; at: number; version: number; size: number } & Sealed;

/** A result as the client has it: the query's name, and the answer, undefined for none. */
type Answer = readonly [token: string, value: unknown];

/** A result as it was kept. `at` is when it came from the server, epoch ms by this device. */
export type KeptResult = { value: JSONValue; at: number };

const getLayout = async (personId: string): Promise<Layout> => ({
  name: `CareDiaryKept ${(await hashText(personId)).slice(0, 32)}`,
  version: 1,
  create(database) {
    database.createObjectStore(RESULTS, { keyPath: "name" }).createIndex(OLDEST_FIRST, "at");
    database.createObjectStore(KEYS);
  },
});

/**
 * The results of queries that this browser keeps of a person, each encrypted with a key that can't leave the browser.
 * Unless the app is locked, the key lies next to them: deleting it makes them unreadable at once, also in a copy of the
 * profile, but doesn't protect an unlocked device.
 */
export class KeptResults {
  readonly #database: IDBDatabase;
  readonly #sealer: Sealer;
  readonly #now: () => number;
  readonly #withheld = new Withheld();

  private constructor(database: IDBDatabase, sealer: Sealer, now: () => number) {
    this.#database = database;
    this.#sealer = sealer;
    this.#now = now;
  }

  /** Opens a person's results; null where the browser keeps nothing, such as over plain http, and while the app is locked. */
  static async open(personId: string, now: () => number = Date.now): Promise<KeptResults | null> {
    if (!canSeal() || isLocked(personId)) return null;
    const key = getReadingKey(personId);
    try {
      const database = await openDatabase(await getLayout(personId));
      const sealer = key ? Sealer.withKey(key) : await Sealer.open(database, "results");
      const kept = new KeptResults(database, sealer, now);
      await kept.#tidy(getKeptChoice(personId));
      return kept;
    } catch (error) {
      console.error("This browser keeps nothing for times without a connection", error);
      return null;
    }
  }

  /** The kept results by their keys, in one transaction; a missing, torn or other version's record is left out. */
  async read(keys: readonly ResultKey[]): Promise<Map<ResultKey, KeptResult>> {
    const names = await Promise.all(keys.map(hashText));
    const results = this.#database.transaction(RESULTS).objectStore(RESULTS);
    const stored = await Promise.all(
      names.map((name) => toPromise<StoredResult | undefined>(results.get(name))),
    );
    const found = new Map<ResultKey, KeptResult>();
    await Promise.all(
      stored.map(async (one, index) => {
        if (!one || one.version !== DATA_VERSION) return;
        const value = await this.#sealer.unseal<JSONValue>(one, one.name);
        if (value !== undefined) found.set(keys[index]!, { value, at: one.at });
      }),
    );
    return found;
  }

  /**
   * Keeps the answers that may stay on a device, and removes those that may not. Resolves when they are stored.
   * @param notebooks the person's notebooks now; when one is gone, forbidden or its role is another one, all earlier
   *   results go
   * @param listAll all answers that the page has
   */
  async keep(
    answers: readonly Answer[],
    notebooks: readonly NotebookRights[],
    listAll: () => readonly Answer[],
  ): Promise<void> {
    // All ids first: what one result shows as withheld is nothing for the others either.
    const isNew = this.#withheld.setNotebooks(notebooks);
    for (const [token, value] of isNew ? listAll() : answers) this.#withheld.learn(token, value);
    const values = new Map<ResultKey, unknown>();
    for (const [token, value] of answers) {
      const key = getResultKey(token);
      if (key !== null) values.set(key, this.#withheld.drop(token, value));
    }
    for (const key of await this.#findGonePictures(values)) values.set(key, undefined);
    await this.write(values, isNew ? notebooks : undefined);
  }

  /** Keeps small pictures by their attachments' ids, except of notebooks that no device may keep. */
  async keepPictures(pictures: ReadonlyMap<string, Blob>): Promise<void> {
    const values = new Map<ResultKey, JSONValue>();
    for (const [id, picture] of pictures)
      if (this.#withheld.mayKeepPicture(id)) values.set(getPictureKey(id), await toJson(picture));
    if (values.size > 0) await this.write(values);
  }

  /** A kept small picture; null for none. */
  async readPicture(attachmentId: string): Promise<Blob | null> {
    const key = getPictureKey(attachmentId);
    const kept = (await this.read([key])).get(key);
    return kept ? fromJson(kept.value as PictureJson) : null;
  }

  /** Whether a small picture is kept, without opening it. */
  async hasPicture(attachmentId: string): Promise<boolean> {
    const name = await hashText(getPictureKey(attachmentId));
    const results = this.#database.transaction(RESULTS).objectStore(RESULTS);
    return (await toPromise(results.count(name))) > 0;
  }

  /** The pictures of files that the new lists of a note's files don't have any more. */
  async #findGonePictures(values: ReadonlyMap<ResultKey, unknown>): Promise<ResultKey[]> {
    const lists = [...values.keys()].filter((key) => key.startsWith(FILES_OF_NOTE));
    const former = lists.length > 0 ? await this.read(lists) : new Map<ResultKey, KeptResult>();
    return [...former].flatMap(([key, { value }]) => {
      const present = new Set(listIds(values.get(key)));
      return listIds(value)
        .filter((id) => !present.has(id))
        .map(getPictureKey);
    });
  }

  /** Stores results, and removes those that are undefined; see {@link keep}. */
  async write(values: ReadonlyMap<ResultKey, unknown>, notebooks?: readonly NotebookRights[]): Promise<void> {
    const at = this.#now();
    if (notebooks) await this.#applyRights(notebooks);
    const records = await Promise.all(
      [...values].map(async ([key, value]) => {
        const name = await hashText(key);
        const sealed = value === undefined ? null : await this.#sealer.seal(value, name);
        return { name, sealed };
      }),
    );
    const transaction = this.#database.transaction(RESULTS, "readwrite", { durability: "relaxed" });
    const results = transaction.objectStore(RESULTS);
    for (const { name, sealed } of records) {
      if (sealed && sealed.bytes.byteLength <= MOST_RESULT_BYTES)
        results.put({ name, at, version: DATA_VERSION, size: sealed.bytes.byteLength, ...sealed });
      else results.delete(name);
    }
    await waitForCommit(transaction);
  }

  async #applyRights(notebooks: readonly NotebookRights[]): Promise<void> {
    const roles = Object.fromEntries(
      notebooks.map(({ _id, userRole, isKeptOnDevices = true }) => [
        _id,
        isKeptOnDevices ? userRole : `${userRole}, not kept`,
      ]),
    );
    const transaction = this.#database.transaction([KEYS, RESULTS], "readwrite");
    const known = await toPromise<Record<string, string> | undefined>(
      transaction.objectStore(KEYS).get("roles"),
    );
    const hasLess = Object.entries(known ?? {}).some(([id, role]) => roles[id] !== role);
    if (hasLess) transaction.objectStore(RESULTS).clear();
    transaction.objectStore(KEYS).put(roles, "roles");
    await waitForCommit(transaction);
  }

  /** How much is kept: the number of results, their bytes, and since when, epoch ms. */
  async measure(): Promise<{ count: number; bytes: number; since: number | null }> {
    const sum = { count: 0, bytes: 0, since: null as number | null };
    await this.#forEach((cursor) => {
      const { at, size } = cursor.value as StoredResult;
      sum.count++;
      sum.bytes += size;
      sum.since ??= at;
    });
    return sum;
  }

  /** Removes all results; those that come afterwards are kept again. */
  async clear(): Promise<void> {
    const transaction = this.#database.transaction(RESULTS, "readwrite");
    transaction.objectStore(RESULTS).clear();
    await waitForCommit(transaction);
  }

  close(): void {
    this.#database.close();
  }

  /** Removes results that are too old, and the oldest until the rest is small enough. */
  async #tidy(most: KeptChoice): Promise<void> {
    const { bytes } = await this.measure();
    const oldest = this.#now() - most.days * DAY_MS;
    let excess = bytes - most.bytes;
    await this.#forEach((cursor) => {
      const { at, size } = cursor.value as StoredResult;
      if (at >= oldest && excess <= 0) return;
      excess -= size;
      cursor.delete();
    }, "readwrite");
  }

  async #forEach(work: (cursor: IDBCursorWithValue) => void, mode: IDBTransactionMode = "readonly") {
    const transaction = this.#database.transaction(RESULTS, mode);
    const opening = transaction.objectStore(RESULTS).index(OLDEST_FIRST).openCursor();
    opening.onsuccess = () => {
      const cursor = opening.result;
      if (!cursor) return;
      work(cursor);
      cursor.continue();
    };
    await waitForCommit(transaction);
  }
}

const getPictureKey = (attachmentId: string): ResultKey => `picture ${attachmentId}`;

const listIds = (list: unknown): string[] =>
  Array.isArray(list) ? list.map(({ _id }: { _id: string }) => _id) : [];

type PictureJson = { type: string; base64: string };

const toJson = async (picture: Blob): Promise<PictureJson> => ({
  type: picture.type,
  base64: toBase64(await picture.arrayBuffer()),
});

const fromJson = ({ type, base64 }: PictureJson): Blob => new Blob([fromBase64(base64)], { type });

/** Removes all results of a person from this browser; resolves when the key is gone. */
export async function forgetResults(personId: string): Promise<void> {
  if (!canSeal()) return;
  const layout = await getLayout(personId);
  const database = await openIfExists(layout);
  if (!database) return;
  const transaction = database.transaction([KEYS, RESULTS], "readwrite");
  transaction.objectStore(KEYS).clear();
  transaction.objectStore(RESULTS).clear();
  await waitForCommit(transaction).finally(() => database.close());
  indexedDB.deleteDatabase(layout.name);
}

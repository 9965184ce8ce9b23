import {
  type Layout,
  openDatabase,
  openIfExists,
  toPromise,
  waitForCommit,
  withDatabase,
} from "../../../lib/indexed-db.ts";
import { STORAGE_ERRORS } from "./local-recordings.ts";

/** The metadata of a recording before it is finished. */
export type RecordingHead = {
  id: string;
  filename: string;
  /** Start time, epoch ms. */
  timestamp: number;
  mimeType: string;
  userId: string;
};

/** A recording that was neither saved nor discarded; about `seconds` of it are stored. */
export type Unfinished = RecordingHead & { seconds: number };

/** The length of a part, in ms: the most that a crash can lose. */
export const PART_MS = 1000;

const HEADS = "recordings";
const PARTS = "parts";
/** A database of its own, because the specification fixes the fields of the one for saved recordings. */
const UNFINISHED: Layout = {
  name: "CareDiaryUnfinishedRecordings",
  version: 1,
  create: (database) => {
    database.createObjectStore(HEADS, { keyPath: "id" });
    database.createObjectStore(PARTS, { keyPath: ["recordingId", "index"] });
  },
};

type StoredHead = RecordingHead & { isDiscarded?: boolean };
type Part = { recordingId: string; index: number; blob: Blob };

const getParts = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);
/** A lock held by the page that makes or shows a recording, so that another tab doesn't treat it as abandoned. */
const getLock = (id: string) => `recording ${id}`;

/**
 * Stores the parts of one recording as they arrive, until it is saved or discarded: a crash or a closed tab loses at
 * most its last second.
 */
export class UnfinishedRecording {
  readonly #head: RecordingHead;
  readonly #database: Promise<IDBDatabase>;
  #count = 0;

  constructor(head: RecordingHead) {
    this.#head = head;
    this.#database = openDatabase(UNFINISHED).then(async (database) => {
      const transaction = database.transaction(HEADS, "readwrite");
      transaction.objectStore(HEADS).put(head);
      await waitForCommit(transaction);
      return database;
    });
    // Reported where the first part can't be added.
    this.#database.catch(() => {});
  }

  /** Adds the next part. Rejects when the browser refuses, such as for lack of space. */
  async add(blob: Blob): Promise<void> {
    const part: Part = { recordingId: this.#head.id, index: this.#count++, blob };
    const transaction = (await this.#database).transaction(PARTS, "readwrite");
    transaction.objectStore(PARTS).put(part);
    await waitForCommit(transaction);
  }

  /** No more parts follow. */
  close(): void {
    this.#database.then(
      (database) => database.close(),
      () => {},
    );
  }
}

/**
 * Claims a recording for this page until the page is closed or `release` is called; null when another page has it.
 * Where the browser has no locks, no other page is assumed.
 */
export async function claimUnfinished(id: string): Promise<(() => void) | null> {
  if (!navigator.locks) return () => {};
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(getLock(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

/**
 * A person's unfinished recordings that no page has claimed, oldest first; deletes discarded ones. Throws an Error as
 * `listRecordings` does.
 */
export async function listUnfinished(userId: string): Promise<Unfinished[]> {
  const database = await openIfExists(UNFINISHED);
  if (!database) return [];
  const claimed = new Set(
    navigator.locks ? (await navigator.locks.query()).held?.map(({ name }) => name) : [],
  );
  const discarded: string[] = [];
  const unfinished: Unfinished[] = [];
  await withDatabase(Promise.resolve(database), STORAGE_ERRORS.read, async () => {
    const transaction = database.transaction([HEADS, PARTS]);
    const heads = await toPromise<StoredHead[]>(transaction.objectStore(HEADS).getAll());
    for (const { isDiscarded, ...head } of heads) {
      if (head.userId !== userId || claimed.has(getLock(head.id))) continue;
      if (isDiscarded) {
        discarded.push(head.id);
        continue;
      }
      const parts = await toPromise(transaction.objectStore(PARTS).count(getParts(head.id)));
      if (parts > 0) unfinished.push({ ...head, seconds: (parts * PART_MS) / 1000 });
    }
  });
  for (const id of discarded) await deleteUnfinished(id);
  return unfinished.sort((a, b) => a.timestamp - b.timestamp);
}

/** The parts of an unfinished recording, in order. Throws an Error as `readRecording` does. */
export function readUnfinished(id: string): Promise<Blob[]> {
  return withDatabase(openDatabase(UNFINISHED), STORAGE_ERRORS.read, async (database) => {
    const store = database.transaction(PARTS).objectStore(PARTS);
    return (await toPromise<Part[]>(store.getAll(getParts(id)))).map(({ blob }) => blob);
  });
}

/**
 * Marks a recording as discarded or restored, so that a discarded one isn't offered again even if the page is closed.
 */
export async function markDiscarded(id: string, isDiscarded: boolean): Promise<void> {
  const database = await openIfExists(UNFINISHED);
  if (!database) return;
  await withDatabase(Promise.resolve(database), STORAGE_ERRORS.save, async () => {
    const transaction = database.transaction(HEADS, "readwrite");
    const store = transaction.objectStore(HEADS);
    const head = await toPromise<StoredHead | undefined>(store.get(id));
    if (head) store.put({ ...head, isDiscarded });
    await waitForCommit(transaction);
  });
}

/** Deletes the parts of a recording that was saved or discarded. */
export async function deleteUnfinished(id: string): Promise<void> {
  const database = await openIfExists(UNFINISHED);
  if (!database) return;
  await withDatabase(Promise.resolve(database), STORAGE_ERRORS.remove, () => {
    const transaction = database.transaction([HEADS, PARTS], "readwrite");
    transaction.objectStore(PARTS).delete(getParts(id));
    transaction.objectStore(HEADS).delete(id);
    return waitForCommit(transaction);
  });
}

import { getBrowserOwner, getStoredPerson } from "../../../lib/browser-store.ts";
import {
  KEPT_FILES_DATABASE,
  type Layout,
  openDatabase,
  openIfExists,
  toPromise,
  waitForCommit,
  withDatabase,
} from "../../../lib/indexed-db.ts";

/** A file that was chosen and isn't uploaded yet. */
export type WaitingFile = { id: string; file: File; description: string };

type Kept = WaitingFile & { place: string; keptAt: number };

const FILES = "files";
const LAYOUT: Layout = {
  name: KEPT_FILES_DATABASE,
  version: 1,
  create: (database) => {
    database.createObjectStore(FILES, { keyPath: ["place", "id"] });
  },
};
const FAILED = "The browser keeps no files";
/** The most that is kept in this browser, in bytes: ten of the largest files. */
const MAX_BYTES = 100 * 1024 * 1024;

/** Where files wait: by user as well, so that no file of one user is sent as another. */
export const getFormPlace = (userId: string, ...form: string[]): string =>
  ["form", userId, ...form].join(" ");
export const notePlace = (userId: string, noteId: string): string => `note ${userId} ${noteId}`;

const listeners = new Set<() => void>();

/** Calls back when this page has kept, moved or removed files of notes. Returns how to stop that. */
export function watchNoteFiles(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function announce(place: string): void {
  if (place.startsWith("note ")) for (const listener of listeners) listener();
}

/** Whether files at a place are this person's. */
const belongsTo = (userId: string, place: string) => place.split(" ")[1] === userId;

/** How many files of a user wait in this browser. */
export async function countFiles(userId: string): Promise<number> {
  const keys = await inStore("readonly", (store) => toPromise(store.getAllKeys()));
  return (keys ?? []).filter((key) => belongsTo(userId, (key as [string, string])[0])).length;
}

/** Removes all files of a user. */
export async function forgetAllFiles(userId: string): Promise<void> {
  await inStore("readwrite", async (store) => {
    for (const key of await toPromise(store.getAllKeys()))
      if (belongsTo(userId, (key as [string, string])[0])) store.delete(key);
  });
}

const all = (place: string) => IDBKeyRange.bound([place, ""], [place, "\uffff"]);

/**
 * Keeps files in this browser, so that they survive a reload or a phone that ends the page. Resolves to the ids of those
 * that are kept: none without storage, and none beyond 100 MB.
 */
export async function keepFiles(place: string, files: readonly WaitingFile[]): Promise<string[]> {
  try {
    return await withDatabase(openDatabase(LAYOUT), FAILED, async (database) => {
      const transaction = database.transaction(FILES, "readwrite");
      const store = transaction.objectStore(FILES);
      const now = Date.now();
      const since = new Map<string, number>();
      let bytes = 0;
      for (const kept of await toPromise<Kept[]>(store.getAll())) {
        if (kept.place === place) since.set(kept.id, kept.keptAt);
        if (!files.some(({ id }) => id === kept.id)) bytes += kept.file.size;
      }
      const ids: string[] = [];
      for (const [index, file] of files.entries()) {
        bytes += file.file.size;
        if (bytes > MAX_BYTES) break;
        // A fraction of a millisecond keeps their order.
        const keptAt = since.get(file.id) ?? now + index / 1000;
        store.put({ ...file, place, keptAt } satisfies Kept);
        ids.push(file.id);
      }
      await waitForCommit(transaction);
      announce(place);
      return ids;
    });
  } catch (error) {
    console.error(FAILED, error);
    return [];
  }
}

/** The id of the signed-in person, as the server's functions have it; known without a connection as well. */
export function getMyId(): string | undefined {
  const owner = getBrowserOwner();
  return owner === null ? undefined : getStoredPerson(owner).userId;
}

/** The ids of notes that have files of a user waiting in this browser. */
export async function listNotesWithFiles(userId: string): Promise<string[]> {
  const prefix = notePlace(userId, "");
  const keys = await inStore("readonly", (store) => toPromise(store.getAllKeys()));
  const places = (keys ?? []).map((key) => (key as [string, string])[0]);
  return [...new Set(places)].flatMap((place) =>
    place.startsWith(prefix) ? [place.slice(prefix.length)] : [],
  );
}

/** Moves all files that wait at a place to another one. */
export async function moveKeptFiles(from: string, to: string): Promise<void> {
  await inStore("readwrite", async (store) => {
    for (const kept of await toPromise<Kept[]>(store.getAll(all(from)))) store.put({ ...kept, place: to });
    store.delete(all(from));
  });
  announce(to);
}

/** The files that wait at a place, in the order of choosing; none without storage. */
export async function readKeptFiles(place: string): Promise<WaitingFile[]> {
  const kept = await inStore("readonly", (store) => toPromise<Kept[]>(store.getAll(all(place))));
  return (kept ?? [])
    .sort((a, b) => a.keptAt - b.keptAt)
    .map(({ id, file, description }) => ({ id, file, description }));
}

/** Removes files that were uploaded or dropped; all of a place without ids. */
export async function forgetFiles(place: string, ids?: readonly string[]): Promise<void> {
  await inStore("readwrite", async (store) => {
    if (!ids) store.delete(all(place));
    for (const id of ids ?? []) store.delete([place, id]);
  });
  announce(place);
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | null> {
  try {
    const database = await openIfExists(LAYOUT);
    if (!database) return null;
    return await withDatabase(Promise.resolve(database), FAILED, async () => {
      const transaction = database.transaction(FILES, mode);
      const committed = waitForCommit(transaction);
      const result = await work(transaction.objectStore(FILES));
      await committed;
      return result;
    });
  } catch (error) {
    console.error(FAILED, error);
    return null;
  }
}

/**
 * Claims a file for this page until the page is closed or `release` is called, so that another tab doesn't upload it as
 * well; null when another page has it. Where the browser has no locks, no other page is assumed.
 */
export const claimFile = (id: string): Promise<(() => void) | null> => lockFile(id, { ifAvailable: true });

/**
 * As {@link claimFile}, but waits while another page has the file: a page that was just reloaded holds it for a moment
 * longer. Rejects when the signal aborts.
 */
export const claimFileLater = (id: string, signal: AbortSignal): Promise<(() => void) | null> =>
  lockFile(id, { signal });

async function lockFile(id: string, options: LockOptions): Promise<(() => void) | null> {
  if (!navigator.locks) return () => {};
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(`upload ${id}`, options, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

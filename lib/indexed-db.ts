/** A database of this browser: its name, its version and how it is created. */
export type Layout = { name: string; version: number; create: (database: IDBDatabase) => void };

/** The database of files that wait to be uploaded. */
export { KEPT_FILES_DATABASE } from "./browser-store.ts";

/** The message when the browser gives no database (workspace 8). */
export const OPEN_FAILED = "Failed to open IndexedDB";

function open(layout: Layout, onMissing: (opening: IDBOpenDBRequest) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Error(OPEN_FAILED, { cause }));
    try {
      const opening = indexedDB.open(layout.name, layout.version);
      opening.onupgradeneeded = () => onMissing(opening);
      opening.onsuccess = () => {
        // Another tab may delete the database; it must not wait for this one.
        opening.result.onversionchange = () => opening.result.close();
        resolve(opening.result);
      };
      opening.onerror = () => fail(opening.error);
      opening.onblocked = () => fail("blocked by another tab");
    } catch (error) {
      // Some browsers throw when storage is disabled.
      fail(error);
    }
  });
}

/** Opens a database and creates it when it is missing. Throws an Error "Failed to open IndexedDB". */
export function openDatabase(layout: Layout): Promise<IDBDatabase> {
  return open(layout, (opening) => layout.create(opening.result));
}

/** As `openDatabase`, but null when the database doesn't exist; doesn't create it. */
export async function openIfExists(layout: Layout): Promise<IDBDatabase | null> {
  let isMissing = false;
  try {
    return await open(layout, (opening) => {
      isMissing = true;
      opening.transaction?.abort();
    });
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

/** Runs `work` with a database and closes it. Throws an Error with the message `failure` when the browser refuses. */
export async function withDatabase<T>(
  opening: Promise<IDBDatabase>,
  failure: string,
  work: (database: IDBDatabase) => Promise<T>,
): Promise<T> {
  const database = await opening;
  try {
    return await work(database);
  } catch (cause) {
    throw new Error(failure, { cause });
  } finally {
    database.close();
  }
}

/** Resolves to the result of a request. */
export function toPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when a transaction is committed. Rejects with the reason why it isn't, e.g. a QuotaExceededError. */
export function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

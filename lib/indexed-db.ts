/** A database of this browser: its name, its version and how it is laid out where there is none yet. */
export type Layout = { name: string; version: number; create: (database: IDBDatabase) => void };

/** What people read when the browser gives no database (workspace 8). */
export const OPEN_FAILED = "Failed to open IndexedDB";

function open(layout: Layout, onMissing: (opening: IDBOpenDBRequest) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Error(OPEN_FAILED, { cause }));
    try {
      const opening = indexedDB.open(layout.name, layout.version);
      opening.onupgradeneeded = () => onMissing(opening);
      opening.onsuccess = () => {
        // Another tab may delete it; it must not wait for this one.
        opening.result.onversionchange = () => opening.result.close();
        resolve(opening.result);
      };
      opening.onerror = () => fail(opening.error);
      opening.onblocked = () => fail("blocked by another tab");
    } catch (error) {
      // Some browsers throw when storage is switched off.
      fail(error);
    }
  });
}

/** Opens a database and lays it out where it is new. Throws an Error "Failed to open IndexedDB". */
export function openDatabase(layout: Layout): Promise<IDBDatabase> {
  return open(layout, (opening) => layout.create(opening.result));
}

/** As `openDatabase`, but null where there is none, and none is left behind. */
export async function openIfThere(layout: Layout): Promise<IDBDatabase | null> {
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

/** Does something with a database and closes it. Throws an Error that says `failure` when the browser refuses it. */
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

/** What a request found. */
export function found<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves when all that a transaction wrote is kept. Rejects with why it isn't, e.g. a QuotaExceededError. */
export function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

import { useEffect, useState } from "react";

/** A recording that this browser keeps, as the dashboard shows it. */
export type LocalRecording = { id: string; title: string; updatedAt: number };

/** Where the recorder keeps them (workspace 3). */
const DATABASE = "CareDiaryRecordings";
const STORE = "recordings";

/** The recordings of this browser, newest first; none where the recorder has kept none yet. */
export function useLocalRecordings(userId: string | undefined, count: number): LocalRecording[] {
  const [recordings, setRecordings] = useState<LocalRecording[]>([]);
  useEffect(() => {
    if (!userId) return;
    let isWanted = true;
    readRecordings(userId, count).then(
      (found) => isWanted && setRecordings(found),
      (error) => console.warn("The recordings of this browser can't be read", error),
    );
    return () => {
      isWanted = false;
    };
  }, [userId, count]);
  return recordings;
}

async function readRecordings(userId: string, count: number): Promise<LocalRecording[]> {
  const database = await openIfThere();
  if (!database) return [];
  try {
    if (!database.objectStoreNames.contains(STORE)) return [];
    return await newest(database, userId, count);
  } finally {
    database.close();
  }
}

/** Opens the recorder's database, and leaves none behind where there was none. */
function openIfThere(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === "undefined") return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    let isMissing = false;
    // Only one that isn't there yet is upgraded when no version is asked for.
    opening.onupgradeneeded = () => {
      isMissing = true;
      opening.transaction?.abort();
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => (isMissing ? resolve(null) : reject(opening.error));
    opening.onblocked = () => resolve(null);
  });
}

/** The pictures and sounds themselves stay where they are: one by one only their names are kept. */
function newest(database: IDBDatabase, userId: string, count: number): Promise<LocalRecording[]> {
  return new Promise((resolve, reject) => {
    const found: LocalRecording[] = [];
    const store = database.transaction(STORE).objectStore(STORE);
    const walk = store.index("timestamp").openCursor(null, "prev");
    walk.onerror = () => reject(walk.error);
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor || found.length === count) return resolve(found);
      const { id, filename, timestamp, userId: owner } = cursor.value;
      // Recordings belong to the person who made them on this browser.
      if (owner === undefined || owner === userId)
        found.push({ id: String(id), title: String(filename), updatedAt: Number(timestamp) });
      cursor.continue();
    };
  });
}

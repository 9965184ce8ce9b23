import {
  found,
  type Layout,
  openDatabase,
  openIfThere,
  withDatabase,
  written,
} from "../../../lib/indexed-db.ts";

/** A recording that this browser keeps (workspace 3). */
export type LocalRecording = {
  id: string;
  /** `CareDiary-YYYY-MM-DD_HH-mm-ss.webm`, local time of its beginning. */
  filename: string;
  blob: Blob;
  /** When it began, epoch ms. */
  timestamp: number;
  /** Whole seconds. */
  duration: number;
  /** Bytes. */
  size: number;
  mimeType: string;
  /** Whose it is: others at this browser see nothing of it (decisions, "Recorder"). */
  userId: string;
};

/** A recording as lists show it: picture and sound stay where they are. */
export type ListedRecording = Omit<LocalRecording, "blob">;

/** What people or the log read when the browser refuses (workspace 8). */
export const STORAGE_ERRORS = {
  save: "Failed to save recording",
  read: "Failed to retrieve recordings",
  remove: "Failed to delete recording",
};

const STORE = "recordings";
const RECORDINGS: Layout = {
  name: "CareDiaryRecordings",
  version: 1,
  create: (database) => {
    const store = database.createObjectStore(STORE, { keyPath: "id" });
    store.createIndex("timestamp", "timestamp");
    store.createIndex("filename", "filename");
  },
};

/** Keeps a recording in this browser. Throws an Error "Failed to save recording" or "Failed to open IndexedDB". */
export function saveRecording(recording: LocalRecording): Promise<void> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.save, (database) => {
    const transaction = database.transaction(STORE, "readwrite");
    transaction.objectStore(STORE).put(recording);
    return written(transaction);
  });
}

/**
 * A person's newest recordings in this browser, newest first; none where none was ever kept.
 * Throws an Error "Failed to retrieve recordings" or "Failed to open IndexedDB".
 */
export async function listRecordings(
  userId: string,
  count = Number.POSITIVE_INFINITY,
): Promise<ListedRecording[]> {
  const database = await openIfThere(RECORDINGS);
  if (!database) return [];
  return withDatabase(Promise.resolve(database), STORAGE_ERRORS.read, () => newest(database, userId, count));
}

async function newest(database: IDBDatabase, userId: string, count: number): Promise<ListedRecording[]> {
  const listed: ListedRecording[] = [];
  const store = database.transaction(STORE).objectStore(STORE);
  const walk = store.index("timestamp").openCursor(null, "prev");
  for (let cursor = await found(walk); cursor && listed.length < count; cursor = await found(walk)) {
    const { blob: _, ...recording } = cursor.value as LocalRecording;
    if (recording.userId === userId) listed.push(recording);
    cursor.continue();
  }
  return listed;
}

/** Picture and sound of a recording. Throws an Error "Failed to retrieve recordings" or "Failed to open IndexedDB". */
export function readRecording(id: string): Promise<Blob> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.read, async (database) => {
    const store = database.transaction(STORE).objectStore(STORE);
    const recording = await found<LocalRecording | undefined>(store.get(id));
    if (!recording) throw new Error("It isn't there any more");
    return recording.blob;
  });
}

/** Deletes a recording for good. Throws an Error "Failed to delete recording" or "Failed to open IndexedDB". */
export function deleteRecording(id: string): Promise<void> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.remove, (database) => {
    const transaction = database.transaction(STORE, "readwrite");
    transaction.objectStore(STORE).delete(id);
    return written(transaction);
  });
}

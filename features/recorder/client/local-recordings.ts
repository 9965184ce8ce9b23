import {
  type Layout,
  OPEN_FAILED,
  openDatabase,
  openIfExists,
  toPromise,
  waitForCommit,
  withDatabase,
} from "../../../lib/indexed-db.ts";
import { t } from "../../../lib/words/t.ts";

/** A recording stored in this browser (workspace 3). */
export type LocalRecording = {
  id: string;
  /** `CareDiary-YYYY-MM-DD_HH-mm-ss.webm`, local start time. */
  filename: string;
  blob: Blob;
  /** Start time, epoch ms. */
  timestamp: number;
  /** Whole seconds. */
  duration: number;
  /** Bytes. */
  size: number;
  mimeType: string;
  /** The owner's id: other users of this browser don't see it (decisions, "Recorder"). */
  userId: string;
};

/** A recording as lists show it, without its media data. */
export type ListedRecording = Omit<LocalRecording, "blob">;

/** The error messages when the browser refuses, also used in the log (workspace 8). */
export const STORAGE_ERRORS = {
  save: "Failed to save recording",
  read: "Failed to retrieve recordings",
  remove: "Failed to delete recording",
};

/** Why recordings couldn't be read, for a person; the log has the error itself. */
export const describeReadFailure = ({ message }: Error): string =>
  t(message === OPEN_FAILED ? "recorder.notOpened" : "recorder.notRead");

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

/** Stores a recording in this browser. Throws an Error "Failed to save recording" or "Failed to open IndexedDB". */
export function saveRecording(recording: LocalRecording): Promise<void> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.save, (database) => {
    const transaction = database.transaction(STORE, "readwrite");
    transaction.objectStore(STORE).put(recording);
    return waitForCommit(transaction);
  });
}

/**
 * A person's newest `count` recordings in this browser, newest first. Throws an Error "Failed to retrieve
 * recordings" or "Failed to open IndexedDB".
 */
export async function listRecordings(
  userId: string,
  count = Number.POSITIVE_INFINITY,
): Promise<ListedRecording[]> {
  const database = await openIfExists(RECORDINGS);
  if (!database) return [];
  return withDatabase(Promise.resolve(database), STORAGE_ERRORS.read, () => newest(database, userId, count));
}

async function newest(database: IDBDatabase, userId: string, count: number): Promise<ListedRecording[]> {
  const recordings: ListedRecording[] = [];
  const store = database.transaction(STORE).objectStore(STORE);
  const walk = store.index("timestamp").openCursor(null, "prev");
  for (
    let cursor = await toPromise(walk);
    cursor && recordings.length < count;
    cursor = await toPromise(walk)
  ) {
    const { blob: _, ...recording } = cursor.value as LocalRecording;
    if (recording.userId === userId) recordings.push(recording);
    cursor.continue();
  }
  return recordings;
}

/** The media data of a recording. Throws an Error "Failed to retrieve recordings" or "Failed to open IndexedDB". */
export function readRecording(id: string): Promise<Blob> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.read, async (database) => {
    const store = database.transaction(STORE).objectStore(STORE);
    const recording = await toPromise<LocalRecording | undefined>(store.get(id));
    if (!recording) throw new Error("It isn't there any more");
    return recording.blob;
  });
}

/** Deletes a recording permanently. Throws an Error "Failed to delete recording" or "Failed to open IndexedDB". */
export function deleteRecording(id: string): Promise<void> {
  return withDatabase(openDatabase(RECORDINGS), STORAGE_ERRORS.remove, (database) => {
    const transaction = database.transaction(STORE, "readwrite");
    transaction.objectStore(STORE).delete(id);
    return waitForCommit(transaction);
  });
}

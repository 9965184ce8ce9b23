const PREFIX = "carediary.";
/** The database of files that wait to be uploaded. */
export const KEPT_FILES_DATABASE = "CareDiaryWaitingFiles";
/** The database of answers to messages that wait for a connection (public/worker.js). */
export const KEPT_ANSWERS_DATABASE = "CareDiaryKeptAnswers";

/** Reads a stored value (JSON) from this browser, or null when there is none or storage is disabled. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value in this browser; null removes it. Does nothing without storage. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or disabled: the app works without storage.
  }
}

/**
 * Removes everything stored here about a person, before the next one uses this browser; except for one item, by its
 * whole key.
 */
export function forgetStored(except?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== except) localStorage.removeItem(key);
    }
    for (const name of [KEPT_FILES_DATABASE, KEPT_ANSWERS_DATABASE]) indexedDB.deleteDatabase(name);
  } catch {
    // Without storage nothing was stored.
  }
}

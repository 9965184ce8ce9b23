import { getStoredPerson } from "../../../lib/browser-store.ts";

/** The keys of the kept results of people who have unlocked the app on this page. */
const keys = new Map<string, CryptoKey>();
const listeners = new Set<() => void>();

export const getReadingKey = (personId: string): CryptoKey | null => keys.get(personId) ?? null;

/** Sets the key of the kept results on this page; null forgets it. */
export function setReadingKey(personId: string, key: CryptoKey | null): void {
  if (key) keys.set(personId, key);
  else keys.delete(personId);
  for (const listener of listeners) listener();
}

/** Whether a person has locked the app on this device, and not unlocked it on this page. */
export const isLocked = (personId: string): boolean =>
  !keys.has(personId) && getStoredPerson(personId).lock !== undefined;

/** Calls back when {@link isLocked} may have changed, also in another tab. */
export function watchLock(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

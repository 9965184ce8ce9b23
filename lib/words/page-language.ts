import type { CompiledMessage } from "icu-minify/format";

declare global {
  interface Window {
    /** The page's language, and its texts that are on their way already (public/early.js). */
    earlyTexts?: { language: string; rooms: Promise<Record<string, Record<string, CompiledMessage>>> };
  }
}

let language = globalThis.window?.earlyTexts?.language ?? "en";
const listeners = new Set<() => void>();

/** The code of the language of the page, for `useSyncExternalStore`. */
export const pageLanguage = {
  get: (): string => language,
  set(next: string): void {
    language = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

import { useEffect, useRef } from "react";
import { getPersonKey, readStored, writeStored } from "../lib/browser-store.ts";

const SETTLE_MS = 300;

/** The user whose drafts are stored and offered; null while signed out. */
let person: string | null = null;

/** Callbacks that store unsent work and clear it from memory before the user's session ends on this page. */
const lastChances = new Set<() => void>();

/**
 * Calls `keep` when the person's session ends on this page, while their drafts can still be stored. Returns how to stop
 * that.
 */
export function onDraftsEnding(keep: () => void): () => void {
  lastChances.add(keep);
  return () => void lastChances.delete(keep);
}

/** Sets the user whose drafts are stored and offered from now on. The former user's drafts are stored first. */
export function keepDrafts(personId: string | null): void {
  if (person !== null && person !== personId) for (const keep of [...lastChances]) keep();
  person = personId;
}

/** The storage key of the signed-in person's draft of a form; the parts identify the form. */
export const getDraftKey = (...parts: string[]): string =>
  [getPersonKey("draft", person ?? "nobody"), ...parts].join(".");

/** A draft is stored only for the signed-in person: a form that is still open after they have left stores nothing. */
const isOfPerson = (key: string): boolean =>
  person !== null && key.startsWith(`${getPersonKey("draft", person)}.`);

function keep(key: string, values: unknown): void {
  if (isOfPerson(key)) writeStored(key, values);
}

/** The draft of a form, or null; `T` is trusted to be the type that was written. */
export const readDraft = <T>(key: string) => readStored<T>(key);

/** How often each form wrote its draft by itself, e.g. removed it after saving. */
const ownWrites = new Map<string, number>();

/** Stores or, with null, removes a draft at once, independently of the values `useKeepDraft` saw at the last render. */
export function writeDraft(key: string, values: unknown): void {
  ownWrites.set(key, (ownWrites.get(key) ?? 0) + 1);
  keep(key, values);
}

/**
 * Stores the form's values in this browser while they differ from the saved ones, so that a closed tab, an empty
 * battery or the end of the session loses nothing: shortly after each change, and at once when the form is left, the page
 * is hidden or its person's session ends.
 */
export function useKeepDraft(key: string, values: unknown, isChanged: boolean): void {
  const renderedDraft = { key, values, isChanged, ownWrites: ownWrites.get(key) };
  const latest = useRef(renderedDraft);
  latest.current = renderedDraft;

  useEffect(() => {
    const before = ownWrites.get(key);
    const timer = setTimeout(() => {
      // The form may still be there while the next page loads.
      if (ownWrites.get(key) === before) keep(key, isChanged ? values : null);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, values, isChanged]);

  useEffect(() => {
    const keepNow = () => {
      const { key, values, isChanged, ownWrites: before } = latest.current;
      // The page can unload before the saved state is rendered.
      if (isChanged && ownWrites.get(key) === before) keep(key, values);
    };
    window.addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
    const stop = onDraftsEnding(keepNow);
    return () => {
      // The last letters before the form is left.
      keepNow();
      window.removeEventListener("pagehide", keepNow);
      document.removeEventListener("visibilitychange", keepNow);
      stop();
    };
  }, []);
}

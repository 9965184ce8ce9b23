import { useEffect, useRef } from "react";
import { readStored, writeStored } from "../lib/browser-store.ts";

const SETTLE_MS = 300;

/** Whose drafts are kept and offered; null while nobody is signed in. */
let person: string | null = null;

/** From here on drafts are kept for this person, and only theirs are offered. */
export function keepDraftsFor(personId: string | null): void {
  person = personId;
}

/** The key under which this browser keeps what the signed-in person typed into a form; the parts say which form. */
export const draftKey = (...parts: string[]): string => ["draft", person ?? "nobody", ...parts].join(".");

/** A draft is kept for whoever is signed in and nobody else: not by a form that outlives its person. */
const isOfPerson = (key: string): boolean => person !== null && key.startsWith(`draft.${person}.`);

function keep(key: string, values: unknown): void {
  if (isOfPerson(key)) writeStored(key, values);
}

/** What was typed into a form and not saved, or null; `T` is trusted to be what was written. */
export const readDraft = <T>(key: string) => readStored<T>(key);

/** How often each draft was written by its form itself: since a saving, say, it is gone. */
const ownWrites = new Map<string, number>();

/** Keeps or, with null, takes away a draft now, whatever `useKeepDraft` saw when the form was last drawn. */
export function writeDraft(key: string, values: unknown): void {
  ownWrites.set(key, (ownWrites.get(key) ?? 0) + 1);
  keep(key, values);
}

/**
 * Keeps the form's values in this browser while they differ from what is saved, so that a closed tab
 * or an empty battery loses nothing: shortly after each change, and at once when the page is hidden.
 */
export function useKeepDraft(key: string, values: unknown, isChanged: boolean): void {
  const drawn = { key, values, isChanged, ownWrites: ownWrites.get(key) };
  const latest = useRef(drawn);
  latest.current = drawn;

  useEffect(() => {
    const timer = setTimeout(() => keep(key, isChanged ? values : null), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, values, isChanged]);

  useEffect(() => {
    const keepNow = () => {
      const { key, values, isChanged, ownWrites: before } = latest.current;
      // The page can go before what the form has just saved is drawn.
      if (isChanged && ownWrites.get(key) === before) keep(key, values);
    };
    window.addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      document.removeEventListener("visibilitychange", keepNow);
    };
  }, []);
}

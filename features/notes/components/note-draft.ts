import { useEffect, useRef } from "react";
import { readStored, writeStored } from "../../../lib/browser-store.ts";
import type { NoteValues } from "./note-values.ts";

const SETTLE_MS = 300;

/** The key under which this browser keeps what was typed into a note's form. */
export function draftKey(diaryId: string, noteId: string | null): string {
  return `draft.${diaryId}.${noteId ?? "new"}`;
}

export const readDraft = (key: string) => readStored<NoteValues>(key);
export const writeDraft = (key: string, values: NoteValues | null) => writeStored(key, values);

/**
 * Keeps the form's values in this browser while they differ from what is saved, so that a closed tab
 * or an empty battery loses nothing: shortly after each change, and at once when the page is hidden.
 */
export function useKeepDraft(key: string, values: NoteValues, isChanged: boolean): void {
  const latest = useRef({ key, values, isChanged });
  latest.current = { key, values, isChanged };

  useEffect(() => {
    const timer = setTimeout(() => writeDraft(key, isChanged ? values : null), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, values, isChanged]);

  useEffect(() => {
    const keep = () => {
      if (latest.current.isChanged) writeDraft(latest.current.key, latest.current.values);
    };
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    };
  }, []);
}

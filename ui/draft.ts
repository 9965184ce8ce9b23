import { useEffect, useRef } from "react";
import { readStored, writeStored } from "../lib/browser-store.ts";

const SETTLE_MS = 300;

/** The key under which this browser keeps what was typed into a form; the parts say which form. */
export const draftKey = (...parts: string[]): string => ["draft", ...parts].join(".");

/** What was typed into a form and not saved, or null; `T` is trusted to be what was written. */
export const readDraft = <T>(key: string) => readStored<T>(key);
export const writeDraft = (key: string, values: unknown) => writeStored(key, values);

/**
 * Keeps the form's values in this browser while they differ from what is saved, so that a closed tab
 * or an empty battery loses nothing: shortly after each change, and at once when the page is hidden.
 */
export function useKeepDraft(key: string, values: unknown, isChanged: boolean): void {
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

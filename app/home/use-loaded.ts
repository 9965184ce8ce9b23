import { useEffect, useState } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";

type Load<Part> = () => Promise<Part>;

/** The loaded parts, by their loaders; null after a failure. */
const parts = new Map<Load<unknown>, unknown>();

/**
 * A component that is loaded once it is needed: undefined while it is loaded, null when it isn't needed or can't be
 * loaded. Not `lazy`, whose parts appear a moment after the page and move the content below them.
 */
export function useLoaded<Part>(load: Load<Part>, isNeeded: boolean): Part | null | undefined {
  const [, setCount] = useState(0);
  const isThere = parts.has(load);
  useEffect(() => {
    // The render decides: the part may have come between it and this effect, and nothing else would show it then.
    if (!isNeeded || isThere) return;
    const keep = (part: Part | null) => {
      parts.set(load, part);
      setCount((count) => count + 1);
    };
    loadWithTexts(load).then(keep, (error: unknown) => {
      console.error("A part of the page could not be loaded", error);
      keep(null);
    });
  }, [load, isNeeded, isThere]);
  return isNeeded || isThere ? (parts.get(load) as Part | null | undefined) : null;
}

import { useEffect, useRef, useState } from "react";

/** A search begins when typing pauses. */
const PAUSE_MS = 300;

/**
 * The text of a search field, and its setter. After a pause `onSearch` gets the trimmed text; when `q`, the current
 * search, changes otherwise (such as by going back), the field follows.
 */
export function useTypedSearch(q: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(q);
  const latest = useRef({ q, onSearch, typed });
  latest.current = { q, onSearch, typed };

  useEffect(() => {
    if (latest.current.typed.trim() !== q) setTyped(q);
  }, [q]);

  useEffect(() => {
    const words = typed.trim();
    if (words === latest.current.q) return;
    const { pathname } = window.location;
    const timer = setTimeout(() => {
      // A page that is shown until the next one is there would call its visitor back.
      if (window.location.pathname === pathname) latest.current.onSearch(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}

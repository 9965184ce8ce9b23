import { useEffect, useRef, useState } from "react";

/** A search begins when the typing pauses. */
const PAUSE_MS = 300;

/**
 * What stands in a search field, and its setter. `onSearch` is told the trimmed words after a pause; when `q`, what is
 * searched for, changes otherwise (somebody went back), the field follows.
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
    const timer = setTimeout(() => latest.current.onSearch(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}

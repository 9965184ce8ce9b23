import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NOTES_A_PAGE, type useNotePages } from "./use-note-pages.ts";

/** The server gives no more at once. */
const MAX_AT_ONCE = 100;
/** Entries of the history that are remembered. */
const MAX_PLACES = 50;
/** How long a list is held at its former place, ms. */
const HOLD_MS = 1000;
/** What says that a person moves the list. */
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** The note that stood at the top of the window, where its upper edge was, and how many notes there were. */
type Place = { count: number; index: number; top: number };

/** Where somebody was in a list, by the entry of the history: the way back leads there, a new visit to the top. */
const places = new Map<string, Place>();

/** Where this entry of the history was left, if it was; and how many notes its list begins with. */
export function useFormerPlace() {
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const [found, setFound] = useState({ key, place: places.get(key) });
  if (found.key !== key) setFound({ key, place: places.get(key) });
  const first = Math.min(Math.max(found.place?.count ?? 0, NOTES_A_PAGE), MAX_AT_ONCE);
  return { ...found, first };
}

/** Brings a list back to where it was left, with as many pages, and remembers where it is left next. */
export function useKeepPlace(
  list: RefObject<HTMLElement | null>,
  { key, place }: ReturnType<typeof useFormerPlace>,
  { notes, isLoading, hasMore, isLoadingMore, loadMore }: ReturnType<typeof useNotePages>,
): void {
  const count = isLoading ? 0 : (notes?.length ?? 0);
  const isWhole = count > 0 && (count >= (place?.count ?? 0) || !hasMore);
  const more = useRef(loadMore);
  more.current = loadMore;

  useEffect(() => {
    if (place && !isLoading && !isWhole && !isLoadingMore) more.current();
  }, [place, isLoading, isWhole, isLoadingMore]);

  useLayoutEffect(() => {
    if (!isWhole) return;
    const stop = place && lead(list, place);
    return () => {
      stop?.();
      // The list is still there, whether its entry of the history or the whole page is left.
      const left = placeIn(list.current);
      places.delete(key);
      if (left) places.set(key, left);
      if (places.size > MAX_PLACES) places.delete(places.keys().next().value!);
    };
  }, [list, key, place, isWhole]);
}

function placeIn(list: HTMLElement | null): Place | null {
  if (!list) return null;
  const rows = [...list.children];
  const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0);
  return index > 0 ? { count: rows.length, index, top: rows[index]!.getBoundingClientRect().top } : null;
}

/**
 * Holds the window where it was for a moment, or until somebody moves it: notes out of sight have a height only once they
 * are in sight, and the router, which knows no more than a distance from the top, may come later.
 */
function lead(list: RefObject<HTMLElement | null>, { index, top }: Place): () => void {
  const until = performance.now() + HOLD_MS;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const event of MOVES) window.removeEventListener(event, stop);
  };
  const step = () => {
    const row = list.current?.children[index];
    if (!row || performance.now() > until) return stop();
    const distance = row.getBoundingClientRect().top - top;
    if (Math.abs(distance) >= 1) window.scrollBy({ top: distance, behavior: "instant" });
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  for (const event of MOVES) window.addEventListener(event, stop, { passive: true });
  return stop;
}

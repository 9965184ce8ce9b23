import { useLocation } from "@tanstack/react-router";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NOTES_A_PAGE } from "./page-args.ts";
import type { useNotePages } from "./use-note-pages.ts";

/** The most notes per request. */
const MAX_AT_ONCE = 100;
/** The most history entries that are remembered. */
const MAX_PLACES = 50;
/** For how many ms a list is held at its previous position. */
const HOLD_MS = 1000;
/** The events that scroll a page. */
const MOVES = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** The note at the top of the window, the position of its upper edge, and the number of notes. */
type Place = { count: number; index: number; top: number };

/** Scroll positions by history entry: going back restores one, a new visit starts at the top. */
const places = new Map<string, Place>();

/** The saved position of this history entry, if there is one, and how many notes to load initially. */
export function useSavedPlace() {
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  const [found, setFound] = useState({ key, place: places.get(key) });
  if (found.key !== key) setFound({ key, place: places.get(key) });
  const first = Math.min(Math.max(found.place?.count ?? 0, NOTES_A_PAGE), MAX_AT_ONCE);
  return { ...found, first };
}

/** Restores a list's scroll position with as many pages as before, and saves the position when the list is left. */
export function useScrollRestoration(
  list: RefObject<HTMLElement | null>,
  { key, place }: ReturnType<typeof useSavedPlace>,
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
      // The list is still in the DOM, whether the history entry or the whole page is left.
      const currentPlace = findPlace(list.current);
      places.delete(key);
      if (currentPlace) places.set(key, currentPlace);
      if (places.size > MAX_PLACES) places.delete(places.keys().next().value!);
    };
  }, [list, key, place, isWhole]);
}

function findPlace(list: HTMLElement | null): Place | null {
  if (!list) return null;
  const rows = [...list.children];
  const index = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0);
  return index > 0 ? { count: rows.length, index, top: rows[index]!.getBoundingClientRect().top } : null;
}

/**
 * Holds the scroll position for a moment, or until the person scrolls: notes out of sight get their height only when
 * they become visible, and the router, which restores a mere distance from the top, may scroll later.
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
    if (Math.abs(distance) >= 1) window.scrollBy({ top: distance });
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  for (const event of MOVES) window.addEventListener(event, stop, { passive: true });
  return stop;
}

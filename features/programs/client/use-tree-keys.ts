import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";

type Toggle = (key: string, isOpen: boolean) => void;

const ITEMS = "[role=treeitem]";
const toItem = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null;

/**
 * Keyboard navigation of a tree (ARIA pattern "tree view"): Up and Down among visible items, Right into and Left out of
 * an item, Home, End, Enter and Space. Tab focuses the last focused item; `forget` resets that when the item is
 * collapsed away.
 */
export function useTreeKeys(toggle: Toggle) {
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);

  function onKeyDown(event: KeyboardEvent) {
    const item = toItem(event.target);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    if (move(event.key, item, tree.current!, toggle)) event.preventDefault();
  }

  const onFocus = ({ target }: FocusEvent) => setCurrent(toItem(target)?.dataset.key ?? null);

  return { tree, onKeyDown, onFocus, current, forget: () => setCurrent(null) };
}

/** Handles a key for an item; returns whether it was handled. */
function move(key: string, item: HTMLElement, tree: HTMLElement, toggle: Toggle): boolean {
  const shown = [...tree.querySelectorAll<HTMLElement>(ITEMS)];
  const at = shown.indexOf(item);
  const expanded = item.getAttribute("aria-expanded");
  const toggleItem = () => expanded && toggle(item.dataset.key!, expanded === "false");
  switch (key) {
    case "ArrowDown":
      shown[at + 1]?.focus();
      return true;
    case "ArrowUp":
      shown[at - 1]?.focus();
      return true;
    case "Home":
      shown[0]?.focus();
      return true;
    case "End":
      shown.at(-1)?.focus();
      return true;
    case "ArrowRight":
      if (expanded === "false") toggleItem();
      else item.querySelector<HTMLElement>(ITEMS)?.focus();
      return true;
    case "ArrowLeft":
      if (expanded === "true") toggleItem();
      else toItem(item.parentElement)?.focus();
      return true;
    case "Enter":
    case " ":
      toggleItem();
      return true;
    default:
      return false;
  }
}

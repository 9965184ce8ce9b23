import { useEffect, useRef } from "react";

/*
 * A dialog, menu or picture that is open is a place in the browser's history: Back closes it before it leaves the page.
 * Each open layer has an entry of its own on top of its page's one. The router never sees these entries: they have the
 * page's address and state, and moves between them are kept from it.
 */

type Layer = { onBack: () => void };
/** What an entry's state says: whose layers lie below it, and how many of them. */
type Mark = { id: string; depth: number };

/** Time for what closes a layer to open another one or to lead to another page, which takes over its entry. */
const SETTLE_MS = 50;
/** A move that leads nowhere is never answered. */
const MOVE_MS = 1000;

/** Open layers, the one on top last. */
const layers: Layer[] = [];
/** The mark of the present entry. */
let mark: Mark | null = null;
/** What the router wants the present page's entry to be. */
let page: { state: object | null; href: string } = { state: null, href: "" };
/** A move that the browser has been asked for and has not made yet, and what waits for it. */
let moving: { isOurs: boolean; push?: () => void } | null = null;
let moveTimer: ReturnType<typeof setTimeout> | undefined;
let settleTimer: ReturnType<typeof setTimeout> | undefined;
/** Called when no entry of a layer is left. */
let whenBare: (() => void)[] = [];
let isWatching = false;
let count = 0;

const markOf = (state: unknown): Mark | null => (state as { layers?: Mark } | null)?.layers ?? null;
const depth = () => mark?.depth ?? 0;

/** By the browser's own method: the one of `window.history` is the router's. */
function write(method: "pushState" | "replaceState", next: Mark | null): void {
  mark = next;
  History.prototype[method].call(window.history, { ...page.state, layers: next ?? undefined }, "", page.href);
}

function addEntry(): void {
  // The page's own entry is marked as well, to be known when it is reached again.
  if (!mark) write("replaceState", { id: `${Date.now()}.${++count}`, depth: 0 });
  write("pushState", { id: mark!.id, depth: depth() + 1 });
}

function move(delta: number, isOurs: boolean): void {
  moving = { isOurs };
  clearTimeout(moveTimer);
  moveTimer = setTimeout(endMove, MOVE_MS);
  History.prototype.go.call(window.history, delta);
}

function endMove(): void {
  clearTimeout(moveTimer);
  const push = moving?.push;
  moving = null;
  push?.();
  settleSoon();
}

/** Makes the entries as many as the open layers. */
function settle(): void {
  if (moving) return;
  if (depth() > layers.length) return move(layers.length - depth(), true);
  while (depth() < layers.length) addEntry();
  if (depth() > 0) return;
  const callbacks = whenBare;
  whenBare = [];
  for (const callback of callbacks) callback();
}

function settleSoon(): void {
  clearTimeout(settleTimer);
  settleTimer = setTimeout(settle, SETTLE_MS);
}

function onPop(event: PopStateEvent): void {
  const reached = markOf(event.state);
  const wasOurs = moving?.isOurs ?? false;
  const before = depth();
  if (!reached || reached.id !== mark?.id) {
    // Another page, which is the router's affair. Entries of layers that it had may lie on top of it.
    mark = reached;
    page = { state: event.state, href: window.location.href };
    endMove();
    return;
  }
  event.stopImmediatePropagation();
  // The page may have corrected its address since.
  write("replaceState", reached);
  endMove();
  if (wasOurs) return;
  const top = layers.at(-1);
  if (reached.depth > before) move(before - reached.depth, true);
  else if (top && layers.length > reached.depth) top.onBack();
  // The layer was closed a moment ago: whoever goes back now wants to leave the page.
  else move(-reached.depth - 1, false);
}

/** Begins to watch the browser's history; before the router is made, which then uses what is put in its place here. */
export function watchHistory(): void {
  if (isWatching) return;
  isWatching = true;
  page = { state: window.history.state, href: window.location.href };
  mark = markOf(page.state);
  window.addEventListener("popstate", onPop, { capture: true });

  const pushed = (state: object, href: string) => {
    page = { state, href };
    // The entry of a layer becomes that of the next page: nothing dead is left in between.
    write(depth() > 0 ? "replaceState" : "pushState", null);
    settleSoon();
  };
  window.history.pushState = (state, _, url) => {
    const href = String(url ?? window.location.href);
    if (moving) moving.push = () => pushed(state, href);
    else pushed(state, href);
  };
  window.history.replaceState = (state, _, url) => {
    page = { state, href: String(url ?? window.location.href) };
    write("replaceState", mark);
  };
  window.history.go = (delta = 0) => move(delta, false);
  window.history.back = () => move(-1, false);
  window.history.forward = () => move(1, false);
  // A page that was loaded anew while a layer was open.
  if (depth() > 0) settleSoon();
}

/** While `isOpen`, Back calls `onBack`, which closes what is open, and leaves the page only after that. */
export function useHistoryLayer(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!isOpen) return;
    watchHistory();
    const layer = { onBack: () => latest.current() };
    layers.push(layer);
    // At once, while the browser knows of the press that opened it: it skips entries that nobody asked for.
    if (!moving && depth() < layers.length) addEntry();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Calls back when everything that is about to close has left the history, so that a step in it is one between pages. */
export function afterLayers(callback: () => void): void {
  whenBare.push(callback);
  settleSoon();
}

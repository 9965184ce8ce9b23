import { useLayoutEffect, useRef } from "react";

/**
 * An open dialog, menu or picture, which Back closes before it leaves the page. Each has its own entry in the browser's
 * history, above its page's entry. The router never sees these entries: they have the page's address and state, and
 * navigation between them is hidden from it.
 */
type Layer = { onBack: () => void };
/** The state of an entry: its page's id, and how many layers are open (0: the page's own entry). */
type Mark = { id: string; depth: number };

/** Time for the code that closes a layer to open another one or to navigate, which reuses its entry. */
const SETTLE_MS = 50;
/** Nothing waits longer for a navigation: without a target entry it never fires an event. */
const MOVE_MS = 1000;

/** Open layers, the topmost last. */
const layers: Layer[] = [];
/** The mark of the current entry. */
let mark: Mark | null = null;
/** The router's state and address for the current page's entry. */
let page: { state: object | null; href: string } = { state: null, href: "" };
/** A navigation that was requested but hasn't happened yet, and the callbacks waiting for it. */
let moving: { isOurs: boolean; isLate?: boolean; push?: () => void; go?: () => void } | null = null;
let moveTimer: ReturnType<typeof setTimeout> | undefined;
let settleTimer: ReturnType<typeof setTimeout> | undefined;
/** Called when no layer has an entry any more. */
let closedCallbacks: (() => void)[] = [];
/** Whether another document is about to replace this one: a step in the history would stop it from loading. */
let isLeaving = false;
let isWatching = false;
let count = 0;

const getMark = (state: unknown): Mark | null => (state as { layers?: Mark } | null)?.layers ?? null;
const depth = () => mark?.depth ?? 0;
const isMoving = () => moving !== null && !moving.isLate;

/** Calls the browser's original method: `window.history` has the router's replacement. */
function write(method: "pushState" | "replaceState", next: Mark | null): void {
  mark = next;
  History.prototype[method].call(window.history, { ...page.state, layers: next ?? undefined }, "", page.href);
}

function addEntry(): void {
  // The page's own entry is marked as well, to be recognised when it is reached again.
  if (!mark) write("replaceState", { id: `${Date.now()}.${++count}`, depth: 0 });
  write("pushState", { id: mark!.id, depth: depth() + 1 });
}

function move(delta: number, isOurs: boolean): void {
  moving = { isOurs };
  clearTimeout(moveTimer);
  moveTimer = setTimeout(giveUpMove, MOVE_MS);
  History.prototype.go.call(window.history, delta);
}

/**
 * On a slow device the entry of a closed layer may still be on its way out: a second step back would leave the page.
 * The next layer or page takes the entry if it stays.
 */
function giveUpMove(): void {
  if (moving?.isOurs && !moving.push && !moving.go && closedCallbacks.length === 0) moving.isLate = true;
  else endMove();
}

function endMove(): void {
  clearTimeout(moveTimer);
  const { push, go } = moving ?? {};
  moving = null;
  push?.();
  go?.();
  settleSoon();
}

/**
 * A layer that opened while the entry of a closed one was being removed gets its own now: a Back that came before it
 * would leave the page.
 */
function addMissingEntries(): void {
  if (isMoving()) return;
  while (depth() < layers.length) addEntry();
}

/** Adds or removes entries until there is one per open layer. */
function settle(): void {
  if (isMoving()) return;
  if (depth() > layers.length) return move(layers.length - depth(), true);
  addMissingEntries();
  if (depth() > 0) return;
  const callbacks = closedCallbacks;
  closedCallbacks = [];
  for (const callback of callbacks) callback();
}

function settleSoon(): void {
  clearTimeout(settleTimer);
  if (!isLeaving) settleTimer = setTimeout(settle, SETTLE_MS);
}

function onPop(event: PopStateEvent): void {
  const reached = getMark(event.state);
  const wasOurs = moving?.isOurs ?? false;
  const isPagePushed = Boolean(moving?.push);
  const before = depth();
  if (!reached || reached.id !== mark?.id) {
    // Another page, which the router handles. Entries of its former layers may lie above it.
    mark = reached;
    page = { state: event.state, href: window.location.href };
    endMove();
    return;
  }
  event.stopImmediatePropagation();
  // The page may have changed its address since.
  write("replaceState", reached);
  endMove();
  // The layers of a page that another one replaces are about to close.
  if (wasOurs) return isPagePushed ? undefined : addMissingEntries();
  const top = layers.at(-1);
  if (reached.depth > before) move(before - reached.depth, true);
  else if (top && layers.length > reached.depth) top.onBack();
  // The layer was closed a moment ago: this Back is meant to leave the page.
  else move(-reached.depth - 1, false);
}

/**
 * Begins to watch the browser's history. Call it before the router is created, which then uses the replaced methods.
 */
export function watchHistory(): void {
  if (isWatching) return;
  isWatching = true;
  page = { state: window.history.state, href: window.location.href };
  mark = getMark(page.state);
  window.addEventListener("popstate", onPop, { capture: true });

  const onPush = (state: object, href: string) => {
    page = { state, href };
    // The entry of a layer becomes that of the next page, so that no unused entry stays in between.
    write(depth() > 0 ? "replaceState" : "pushState", null);
    settleSoon();
  };
  window.history.pushState = (state, _, url) => {
    const href = String(url ?? window.location.href);
    if (moving && isMoving()) moving.push = () => onPush(state, href);
    else onPush(state, href);
  };
  window.history.replaceState = (state, _, url) => {
    page = { state, href: String(url ?? window.location.href) };
    write("replaceState", mark);
  };
  // Our own step arrives first: otherwise it would count as this one, and this one would leave a page more.
  const go = (delta: number) => {
    if (moving?.isOurs && isMoving()) moving.go = () => move(delta, false);
    else move(delta, false);
  };
  window.history.go = (delta = 0) => go(delta);
  window.history.back = () => go(-1);
  window.history.forward = () => go(1);
  window.addEventListener("beforeunload", () => {
    isLeaving = true;
    settleSoon();
  });
  // It didn't come: a download, or a person who stays. An entry that is left until then leads nowhere else: the next page
  // or layer takes it, and Back passes it.
  const stay = () => {
    if (!isLeaving) return;
    isLeaving = false;
    if (closedCallbacks.length > 0) settleSoon();
  };
  for (const act of ["pointerdown", "keydown", "pageshow"])
    window.addEventListener(act, stay, { capture: true });
  // The page was reloaded while a layer was open.
  if (depth() > 0) settleSoon();
}

/** While `isOpen`, Back calls `onBack`, which closes the layer; only the next Back leaves the page. */
export function useHistoryLayer(isOpen: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  // Before the layer is painted: a Back pressed as soon as it is seen would leave the page.
  useLayoutEffect(() => {
    if (!isOpen) return;
    watchHistory();
    const layer = { onBack: () => latest.current() };
    layers.push(layer);
    // At once, while the browser still counts the press as a user gesture: it skips entries added without one.
    addMissingEntries();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      settleSoon();
    };
  }, [isOpen]);
}

/** Calls back when all closing layers have left the history, so that the next step in it is one between pages. */
export function runAfterLayersClosed(callback: () => void): void {
  closedCallbacks.push(callback);
  settleSoon();
}

import type { OptimisticLocalStore } from "convex/browser";
import type { JSONValue } from "convex/values";

/** A change that waits, as the screens show it: by its name and data, so that it outlives the page. */
export type Layer = { name: string; data: JSONValue };

/** An optimistic update that can be applied again after a reload. */
export type LayerUpdate = ((store: OptimisticLocalStore) => void) & { layer: Layer };

const shows = new Map<string, (store: OptimisticLocalStore, data: JSONValue) => void>();

/**
 * Defines how screens show a change before the server has answered: `show` writes it into results of queries. It may be
 * applied many times, also over results that have the change already, so it depends on its data alone.
 * @returns makes the update of one change
 */
export function defineLayer<Data>(
  name: string,
  show: (store: OptimisticLocalStore, data: Data) => void,
): (data: Data) => LayerUpdate {
  shows.set(name, (store, data) => show(store, data as Data));
  return (data) =>
    Object.assign((store: OptimisticLocalStore) => show(store, data), {
      layer: { name, data: data as JSONValue },
    });
}

/** Applies a change of an earlier page; nothing if this version doesn't know it. */
export function applyLayer(store: OptimisticLocalStore, { name, data }: Layer): void {
  shows.get(name)?.(store, data);
}

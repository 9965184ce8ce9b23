import { SHARED_DATABASE } from "../../lib/browser-store.ts";
import { createOwnedRows } from "../../lib/owned-rows.ts";

/** What another app has shared with the installed one, as the service worker stores it (app/worker/share.js). */
export type SharedItem = {
  id: string;
  title: string;
  text: string;
  url: string;
  files: File[];
  /** Epoch ms by the device's clock. */
  sharedAt: number;
  by?: string;
};

/** Shared items that no note's form has taken yet. */
export const sharedItems = createOwnedRows<SharedItem>({
  name: SHARED_DATABASE,
  store: "items",
  key: "id",
  failure: "Shared items can't be read",
  onFailure: console.error,
});

/** The text of shared items; apps often repeat the address in the text. */
export function getSharedText(items: readonly SharedItem[]): string {
  const texts = items.flatMap(({ title, text, url }) => [
    // The title of a note is the person's own.
    ...(text.includes(title) ? [] : [title]),
    text,
    ...(text.includes(url) ? [] : [url]),
  ]);
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n");
}

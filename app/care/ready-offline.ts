import type { ConvexReactClient } from "convex/react";
import { api } from "../../lib/api.ts";
import { fetchWritingScreens } from "./notebook-screens.ts";

/** Loads what the form of a note needs in a notebook, code and data, while there is a connection. Returns how to stop. */
export function readyOffline(convex: ConvexReactClient, shortId: string): () => void {
  import("./notebook-gate.tsx")
    .then(fetchWritingScreens)
    // What can't be loaded now is loaded when it is opened.
    .catch(() => {});
  const stops = [
    convex.watchQuery(api.diaries.getDiaryByShortId, { shortId }).onUpdate(() => {}),
    convex.watchQuery(api.noteTypes.listActiveNoteTypes, {}).onUpdate(() => {}),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

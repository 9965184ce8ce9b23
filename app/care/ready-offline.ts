import type { ConvexReactClient } from "convex/react";
import { api } from "../../lib/api.ts";
import { notebookToWrite } from "../layouts/write-link.tsx";
import { fetchWritingScreens } from "./notebook-screens.ts";

/**
 * Loads what the form of a note needs in the notebook of "Write", code and data, while there is a connection: it may be gone
 * when Write is pressed.
 */
export function readyOffline(convex: ConvexReactClient): void {
  const notebooks = convex.watchQuery(api.diaries.listMyDiaries, {}).localQueryResult();
  const notebook = notebookToWrite(notebooks, location.pathname + location.search);
  if (!notebook) return;
  import("./notebook-gate.tsx")
    .then(fetchWritingScreens)
    // What can't be loaded now is loaded when it is opened.
    .catch(() => {});
  convex.watchQuery(api.diaries.getDiaryByShortId, { shortId: notebook.shortId }).onUpdate(() => {});
  convex.watchQuery(api.noteTypes.listActiveNoteTypes, {}).onUpdate(() => {});
}

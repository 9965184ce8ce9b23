import type { AnyRouter } from "@tanstack/react-router";
import type { ConvexReactClient } from "convex/react";
import { api } from "../../lib/api.ts";
import { getNotebookToWrite } from "../layouts/write-link.tsx";
import { fetchWritingScreens } from "./notebook-screens.ts";

/**
 * Keeps the code and data of a note's form in the notebook of "Write", while there is a connection: it may be gone when
 * Write is pressed. Another page may have another notebook, and on a slow line the list arrives late.
 */
export function prepareOffline(convex: ConvexReactClient, router: AnyRouter): void {
  const list = convex.watchQuery(api.diaries.listMyDiaries, {});
  let kept: string | undefined;
  let stop = () => {};

  function keepNotebook() {
    const notebook = getNotebookToWrite(list.localQueryResult(), location.pathname + location.search);
    if (!notebook || notebook.shortId === kept) return;
    if (!kept) {
      import("./notebook-gate.tsx")
        .then(fetchWritingScreens)
        // A screen that can't be loaded now is loaded when it is opened.
        .catch(() => {});
      convex.watchQuery(api.noteTypes.listActiveNoteTypes, {}).onUpdate(() => {});
    }
    const { shortId } = notebook;
    const stopFormer = stop;
    stop = convex.watchQuery(api.diaries.getDiaryByShortId, { shortId }).onUpdate(() => {});
    stopFormer();
    kept = shortId;
  }

  list.onUpdate(keepNotebook);
  router.subscribe("onResolved", keepNotebook);
  keepNotebook();
}

import { redirect } from "@tanstack/react-router";
import { readStored, writeStored } from "../../lib/browser-store.ts";

const KEY = "recent-notebook";

/** Remembers in this browser which notebook was opened last, by the id that addresses show. */
export function rememberNotebook(id: string): void {
  writeStored(KEY, id);
}

/** Forgets a notebook that is gone, so that no link leads there any more. */
export function forgetNotebook(id: string): void {
  if (readStored<string>(KEY) === id) writeStored(KEY, null);
}

/**
 * For a link into the notebook area that names no notebook, such as `/care/members`: leads to the
 * notebook that was opened last, or to the list (care core 2).
 */
export function openRecent(
  to:
    | "/care/$diaryId/members"
    | "/care/$diaryId/info"
    | "/care/$diaryId/edit"
    | "/care/$diaryId/note/new"
    | "/care/$diaryId/programs",
) {
  return () => {
    const diaryId = readStored<string>(KEY);
    if (!diaryId) throw redirect({ to: "/care", replace: true });
    throw redirect({ to, params: { diaryId }, search: true, replace: true });
  };
}

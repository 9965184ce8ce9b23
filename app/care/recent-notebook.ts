import { redirect } from "@tanstack/react-router";
import { readStored, writeStored } from "../../lib/browser-store.ts";

const KEY = "recent-notebook";

/** Stores in this browser which notebook was opened last, by the id that addresses show. */
export function rememberNotebook(id: string): void {
  writeStored(KEY, id);
}

/** The notebook that was opened last in this browser, by the id that addresses show; null for none. */
export const getLastNotebook = (): string | null => readStored<string>(KEY);

/** Removes a notebook that no longer exists, so that no link goes there any more. */
export function forgetNotebook(id: string): void {
  if (getLastNotebook() === id) writeStored(KEY, null);
}

/**
 * For a link into the notebook area without a notebook, such as `/care/members`: redirects to the notebook that was
 * opened last, or to the list (care core 2).
 */
export function openRecent(
  to:
    | "/care/$diaryId/members"
    | "/care/$diaryId/info"
    | "/care/$diaryId/edit"
    | "/care/$diaryId/note/new"
    | "/care/$diaryId/handover"
    | "/care/$diaryId/medications"
    | "/care/$diaryId/doses"
    | "/care/$diaryId/plans"
    | "/care/$diaryId/programs",
) {
  return () => {
    const diaryId = getLastNotebook();
    if (!diaryId) throw redirect({ to: "/care", replace: true });
    throw redirect({ to, params: { diaryId }, search: true, replace: true });
  };
}

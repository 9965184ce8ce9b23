import { api, type Note } from "../../../lib/api.ts";
import { getIdKind } from "../../../lib/ids.ts";

import { getShownId } from "../../../lib/shown-id.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useShownId } from "../../../ui/use-shown-id.ts";

/**
 * The note with the short or full id of the URL, live: undefined while it loads, null when it is missing, not visible
 * to the viewer, or in another notebook than that of the URL. Replaces a full id in the URL by the short one.
 */
export function useNote(id: string, diaryId: string): Note | null | undefined {
  const kind = getIdKind(id);
  const byShortId = useLiveQuery(api.notes.getNoteByShortId, kind === "short" ? { shortId: id } : null);
  const byId = useLiveQuery(api.notes.getNote, kind === "full" ? { noteId: id } : null);
  const note = kind === "short" ? byShortId : kind === "full" ? byId : null;
  useShownId("/note/", id, note && getShownId(note));
  return note && note.diaryId !== diaryId ? null : note;
}

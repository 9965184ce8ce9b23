import { api, type Note } from "../../../lib/api.ts";
import { idKind } from "../../../lib/ids.ts";

import { shownId } from "../../../lib/shown-id.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useShownId } from "../../../ui/use-shown-id.ts";

/**
 * The note of an address by short or full id, live: undefined while it loads, null when there is none
 * or it may not be seen, or when it belongs to another notebook than the address says. The address then shows the short id.
 */
export function useNote(id: string, diaryId: string): Note | null | undefined {
  const kind = idKind(id);
  const byShortId = useLiveQuery(api.notes.getNoteByShortId, kind === "short" ? { shortId: id } : null);
  const byId = useLiveQuery(api.notes.getNote, kind === "full" ? { noteId: id } : null);
  const note = kind === "short" ? byShortId : kind === "full" ? byId : null;
  useShownId("/note/", id, note && shownId(note));
  return note && note.diaryId !== diaryId ? null : note;
}

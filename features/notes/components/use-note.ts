import { useQuery } from "convex/react";
import { api, type Note } from "../../../app/api.ts";
import { idKind } from "../../../lib/id-kind.ts";

/**
 * The note of an address by short or full id, live: undefined while it loads, null when there is none
 * or it may not be seen, or when it belongs to another notebook than the address says.
 */
export function useNote(id: string, diaryId: string): Note | null | undefined {
  const kind = idKind(id);
  const byShortId = useQuery(api.notes.getNoteByShortId, kind === "short" ? { shortId: id } : "skip");
  const byId = useQuery(api.notes.getNote, kind === "full" ? { noteId: id } : "skip");
  const note = kind === "short" ? byShortId : kind === "full" ? byId : null;
  return note && note.diaryId !== diaryId ? null : note;
}

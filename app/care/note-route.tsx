import { CommentsPanel } from "../../features/comments/components/comments-panel.tsx";
import { NoteDetailScreen } from "../../features/notes/screens/note-detail.tsx";
import type { Notebook } from "../../lib/api.ts";

/** `/care/:diaryId/note/:noteId`: a note with what hangs on it. */
export function NoteRoute({ notebook }: { notebook: Notebook }) {
  return (
    <NoteDetailScreen
      notebook={notebook}
      panels={({ _id, visibility, creatorId }) => (
        <CommentsPanel
          key={_id}
          notebook={notebook}
          targetType="note"
          targetId={_id}
          audience={{ visibility, noteAuthor: creatorId, assignedTo: null }}
        />
      )}
    />
  );
}

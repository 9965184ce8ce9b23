import { useNavigate } from "@tanstack/react-router";
import type { Note } from "../../../lib/api.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { describeFailure } from "../client/failure-words.ts";
import { useDeleteNote } from "../client/use-note-writes.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";

type DeleteNoteProps = { note: Note; diaryId: string; isAsking: boolean; onClose: () => void };

/** Asks whether to delete a note, deletes it and shows the list without it at once. */
export function DeleteNote({ note, diaryId, isAsking, onClose }: DeleteNoteProps) {
  const navigate = useNavigate();
  const remove = useDeleteNote(note);

  async function deleteIt() {
    onClose();
    remove().catch((error: unknown) => {
      console.error(writeMessage(NOTE_MESSAGES.deleteFailed), error);
      notifyFailure(describeFailure(writeMessage(NOTE_MESSAGES.deleteFailed), error));
    });
    await navigate({ to: "/care/$diaryId", params: { diaryId } });
  }

  return (
    <Question
      opened={isAsking}
      title={t("note.deleteTitle")}
      confirm={t("note.deleteConfirm")}
      onConfirm={deleteIt}
      onCancel={onClose}
    >
      <p>{t("note.deleteText")}</p>
    </Question>
  );
}

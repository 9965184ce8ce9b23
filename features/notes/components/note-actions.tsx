import { Button } from "@mantine/core";
import { IconHistory, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import type { Note } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { PrintButton } from "../../../ui/print-button.tsx";
import type { Readings } from "../client/note-kind.ts";
import { DeleteNote } from "./delete-note.tsx";

const HistoryDialog = createLazyPart(() => import("./history-dialog.tsx").then((m) => m.HistoryDialog));

type NoteActionsProps = { note: Note; diaryId: string; timeZone: string; readings: Readings };

/** The actions on a note that the viewer may take: edit, history, print, delete. */
export function NoteActions({ note, diaryId, timeZone, readings }: NoteActionsProps) {
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [wasHistoryOpen, setWasHistoryOpen] = useState(false);

  function openHistory() {
    setIsHistoryOpen(true);
    setWasHistoryOpen(true);
  }

  return (
    <>
      {note.canEdit && (
        <LinkButton
          to="/care/$diaryId/note/$noteId/edit"
          params={{ diaryId, noteId: getShownId(note) }}
          leftSection={<IconPencil size={20} aria-hidden="true" />}
        >
          Edit
        </LinkButton>
      )}
      <Button
        variant="default"
        leftSection={<IconHistory size={20} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={openHistory}
      >
        History
      </Button>
      <PrintButton />
      {note.canDelete && (
        <DeleteNote note={note} diaryId={diaryId} icon={<IconTrash size={20} aria-hidden="true" />} />
      )}
      {wasHistoryOpen && (
        <HistoryDialog
          noteId={note._id}
          timeZone={timeZone}
          readings={readings}
          opened={isHistoryOpen}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </>
  );
}

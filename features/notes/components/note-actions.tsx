import { IconHistory, IconPencil, IconPrinter, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { Note } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { MoreMenu } from "../../../ui/more-menu.tsx";
import type { Readings } from "../client/note-kind.ts";
import { DeleteNote } from "./delete-note.tsx";

const HistoryDialog = createLazyPart(() => import("./history-dialog.tsx").then((m) => m.HistoryDialog));

type NoteActionsProps = { note: Note; diaryId: string; timeZone: string; readings: Readings };

/** The actions on a note that the viewer may take: edit, and in a menu history, print and delete. */
export function NoteActions({ note, diaryId, timeZone, readings }: NoteActionsProps) {
  const [opened, setOpened] = useState<"history" | "delete" | null>(null);
  const [wasHistoryOpen, setWasHistoryOpen] = useState(false);

  function openHistory() {
    setOpened("history");
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
          {t("note.edit")}
        </LinkButton>
      )}
      <MoreMenu name={t("note.more")}>
        {(close, Menu) => {
          const renderItem = (label: string, icon: ReactNode, act: () => void) => (
            <Menu.Item
              leftSection={icon}
              onClick={() => {
                close();
                act();
              }}
            >
              {label}
            </Menu.Item>
          );
          return (
            <>
              {renderItem(t("note.history"), <IconHistory size={20} />, openHistory)}
              {renderItem(t("note.print"), <IconPrinter size={20} />, () => window.print())}
              {note.canDelete &&
                renderItem(t("note.delete"), <IconTrash size={20} />, () => setOpened("delete"))}
            </>
          );
        }}
      </MoreMenu>
      {note.canDelete && (
        <DeleteNote
          note={note}
          diaryId={diaryId}
          isAsking={opened === "delete"}
          onClose={() => setOpened(null)}
        />
      )}
      {wasHistoryOpen && (
        <HistoryDialog
          noteId={note._id}
          timeZone={timeZone}
          readings={readings}
          opened={opened === "history"}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

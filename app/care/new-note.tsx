import { useNavigate } from "@tanstack/react-router";
import { flushSync } from "react-dom";
import { useChosenFiles } from "../../features/attachments/client/use-chosen-files.ts";
import { ChosenFiles } from "../../features/attachments/components/chosen-files.tsx";
import { UploadGuard } from "../../features/attachments/components/upload-guard.tsx";
import type { NoteKind } from "../../features/notes/client/note-kind.ts";
import { NewNoteScreen } from "../../features/notes/screens/new-note.tsx";
import { api, type Notebook, type NotebookSummary } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { canWrite } from "../places/write-link.tsx";

type NewNoteProps = {
  notebook: Notebook;
  kind: NoteKind;
  /** For a form within another page: closes it. */
  onClose?: () => void;
};

/** A new note's form, with photos and files for users who may attach them. */
export function NewNote({ notebook, kind, onClose }: NewNoteProps) {
  const me = useLiveQuery(api.users.getCurrentUser, {});
  const mayAttach = me && notebook.permissions.includes("attachments.create");
  const chosen = useChosenFiles(me?._id, notebook._id, kind.type);
  const { files, change, isKept, keepNow, discard } = chosen;
  const writable = useLiveQuery(api.diaries.listMyDiaries, {})?.filter(canWrite);
  const navigate = useNavigate();
  const choose = async (to: NotebookSummary, isMoved: boolean) => {
    // A person who may not attach files there keeps them here.
    if (isMoved && to.permissions.includes("attachments.create")) await chosen.moveFiles(to._id, kind.type);
    const params = { diaryId: getShownId(to) };
    await navigate({ to: "/care/$diaryId/note/new", params, search: { type: kind.type }, replace: true });
  };
  return (
    <>
      <NewNoteScreen
        notebook={notebook}
        kind={kind}
        notebooks={writable ?? []}
        onClose={onClose}
        onNotebook={(to, isMoved) => void choose(to, isMoved)}
        files={{
          field: mayAttach && <ChosenFiles files={files} onChange={change} />,
          count: files.length,
          isKept,
          keepNow,
          // At once: the page that is about to be left would ask whether they are to be dropped.
          attach: (...note) => flushSync(() => chosen.attach(...note)),
          discard,
        }}
      />
      <UploadGuard isUploading={files.length > 0 && !isKept} text={t("noteform.filesLost")} />
    </>
  );
}

import { HANDOVER_KIND } from "../../features/handover/components/handover-kind.tsx";
import type { NoteKind } from "../../features/notes/client/note-kind.ts";
import type { Notebook } from "../../lib/api.ts";
import { NewNote } from "./new-note.tsx";

/** The form of a handover note, within the handover page. */
export const HandOver = (props: { notebook: Notebook; onClose: () => void }) => (
  <NewNote {...props} kind={HANDOVER_KIND as NoteKind} />
);

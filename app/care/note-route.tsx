import { AttachmentsPanel } from "../../features/attachments/components/attachments-panel.tsx";
import type { Readings } from "../../features/notes/client/note-kind.ts";
import { NoteText } from "../../features/notes/components/note-text.tsx";
import { getNoteText } from "../../features/notes/rules.ts";
import { NoteDetailScreen } from "../../features/notes/screens/note-detail.tsx";
import { NotePrograms } from "../../features/programs/components/progress/note-programs.tsx";
import { TasksPanel } from "../../features/tasks/components/tasks-panel.tsx";
import type { Note, Notebook } from "../../lib/api.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { LazyTaskComments } from "../tasks/lazy-task-comments.ts";
import { ReadComments } from "../updates/read-comments.tsx";

// Most notes are text; other types load their components.
const MedicationNote = createLazyPart(() => loadMedicationNote().then((m) => m.MedicationNote));
const MedicationReading = createLazyPart(() => loadMedicationNote().then((m) => m.MedicationReading));
const HandoverNote = createLazyPart(() => loadHandoverNote().then((m) => m.HandoverNote));
const HandoverReading = createLazyPart(() => loadHandoverNote().then((m) => m.HandoverReading));
const loadMedicationNote = () => import("../../features/medications/components/medication-note.tsx");
const loadHandoverNote = () => import("../../features/handover/components/handover-reading.tsx");

const READINGS: Readings = {
  default: ({ note }) => <NoteText text={getNoteText(note.content)} mentioned={note.mentioned} />,
  "current-medications": (props) => <MedicationReading {...props} />,
  handover: (props) => <HandoverReading {...props} />,
};

/** `/care/:diaryId/note/:noteId`: a note with its comments, attachments and programs. */
export function NoteRoute({ notebook }: { notebook: Notebook }) {
  const layouts = {
    default: (note: Note) => <NoteText text={getNoteText(note.content)} mentioned={note.mentioned} />,
    "current-medications": (note: Note) => <MedicationNote note={note} notebook={notebook} />,
    handover: (note: Note) => <HandoverNote note={note} notebook={notebook} />,
  };
  const panels = (note: Note) => (
    <>
      {/* Pictures belong to the text; tasks and comments follow. */}
      <AttachmentsPanel
        key={`attachments ${note._id}`}
        note={note}
        mayAdd={
          notebook.permissionsOnOthers.includes("attachments.create") ||
          (note.canEdit && notebook.permissions.includes("attachments.create"))
        }
      />
      <NotePrograms key={`programs ${note._id}`} note={note} notebook={notebook} />
      <TasksPanel
        key={`tasks ${note._id}`}
        diaryId={notebook._id}
        noteId={note._id}
        mayAdd={notebook.permissions.includes("tasks.create")}
        comments={(task) => <LazyTaskComments task={task} />}
      />
      <ReadComments
        key={`comments ${note._id}`}
        notebook={notebook}
        targetType="note"
        targetId={note._id}
        audience={{ visibility: note.visibility, noteAuthor: note.creatorId, assignedTo: null }}
      />
    </>
  );
  return <NoteDetailScreen notebook={notebook} layouts={layouts} readings={READINGS} panels={panels} />;
}

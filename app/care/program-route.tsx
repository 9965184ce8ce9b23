import { NewReport } from "../../features/programs/components/reports/new-report.tsx";
import { ProgramReports } from "../../features/programs/components/reports/program-reports.tsx";
import { ProgramScreen } from "../../features/programs/screens/program.tsx";
import { type ActivatedProgramDetail, api, type Notebook } from "../../lib/api.ts";
import type { Audience } from "../../lib/visibility.ts";
import { t } from "../../lib/words/t.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { ReadComments } from "../updates/read-comments.tsx";

/** `/care/:diaryId/programs/:diaryProgramId`: a program of a notebook with its comments and its exports. */
export function ProgramRoute({ notebook }: { notebook: Notebook }) {
  return (
    <ProgramScreen
      notebook={notebook}
      actions={(program) => (
        <NewReport diaryProgramId={program._id} notebook={notebook} label={t("program.export")} />
      )}
      panels={(program) => (
        <>
          <ProgramComments key={program._id} program={program} notebook={notebook} />
          <ProgramReports key={`${program._id} exports`} diaryProgramId={program._id} notebook={notebook} />
        </>
      )}
    />
  );
}

type ProgramCommentsProps = { program: ActivatedProgramDetail; notebook: Notebook };

/** Readers of the note that a program is linked to see the program and its comments. */
function ProgramComments({ program, notebook }: ProgramCommentsProps) {
  const { noteId } = program;
  const note = useLiveQuery(api.notes.getNote, noteId ? { noteId } : null);
  if (noteId && !note) return null;
  const audience: Audience = note
    ? { visibility: note.visibility, noteAuthor: note.creatorId, assignedTo: null }
    : { visibility: "extended", noteAuthor: null, assignedTo: null };
  return <ReadComments notebook={notebook} targetType="program" targetId={program._id} audience={audience} />;
}

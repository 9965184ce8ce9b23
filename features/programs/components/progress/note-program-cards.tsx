import type { FunctionReturnType } from "convex/server";
import type { api, Note, Notebook } from "../../../../lib/api.ts";
import { getShownId } from "../../../../lib/shown-id.ts";
import { List } from "../../../../ui/list.tsx";
import { ProgramCard } from "./program-card.tsx";
import { StartCard } from "./start-card.tsx";

type NoteProgramCardsProps = {
  programs: NonNullable<FunctionReturnType<typeof api.programs.getProgramsForNote>>;
  note: Note;
  notebook: Notebook;
  mayStart: boolean;
};

/** The programs of a note: activated ones, then those linked for later. */
export function NoteProgramCards({ programs, note, notebook, mayStart }: NoteProgramCardsProps) {
  const diaryId = getShownId(notebook);
  return (
    <List>
      {programs.activated.map((program) => (
        <ProgramCard
          key={program._id}
          program={program}
          diaryId={diaryId}
          timeZone={notebook.timeZone}
          level={3}
        />
      ))}
      {programs.linked.map((program) => (
        <StartCard
          key={program.programId}
          program={program}
          diaryId={diaryId}
          noteId={note._id}
          mayStart={mayStart}
        />
      ))}
    </List>
  );
}

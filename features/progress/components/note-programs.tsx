import { IconPlus } from "@tabler/icons-react";
import { api, type Note, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { ProgramCard } from "./program-card.tsx";
import { StartCard } from "./start-card.tsx";

/** The programs of a note: activated ones, those linked for later, and the link to add another one. */
export function NotePrograms({ note, notebook }: { note: Note; notebook: Notebook }) {
  const programs = useLiveQuery(api.programs.getProgramsForNote, { noteId: note._id });
  const mayStart = notebook.permissions.includes("programs.activate");
  const diaryId = shownId(notebook);
  const isEmpty = programs && programs.activated.length + programs.linked.length === 0;
  // No heading without content or actions.
  if (programs === null || (isEmpty && !mayStart)) return null;
  return (
    <Section
      title="Programs"
      isApart
      action={
        mayStart && (
          <LinkButton
            to="/care/$diaryId/programs/add"
            params={{ diaryId }}
            search={{ noteId: note._id }}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            Add Care Program
          </LinkButton>
        )
      }
    >
      {!programs && <Loading label="Loading programs..." rows={1} />}
      {isEmpty && <Soft>No care program belongs to this note yet.</Soft>}
      {programs && !isEmpty && (
        <List gap="md">
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
      )}
    </Section>
  );
}

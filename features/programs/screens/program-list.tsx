import { IconClipboardList, IconPlus } from "@tabler/icons-react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { HIDDEN_FROM_VIEWERS, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { ProgramCard } from "../components/progress/program-card.tsx";

/** `/care/:diaryId/programs`: a notebook's activated programs, newest first; live. */
export function ProgramListScreen({ notebook }: { notebook: Notebook }) {
  const programs = useLiveQuery(api.programs.listDiaryPrograms, { diaryId: notebook._id });
  const diaryId = getShownId(notebook);
  const mayStart = notebook.permissions.includes("programs.activate");
  const isEmpty = programs?.length === 0;
  return (
    <>
      <PageHeader title="Programs">
        {mayStart && (
          <LinkButton
            to="/care/$diaryId/programs/add"
            params={{ diaryId }}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            Add Care Program
          </LinkButton>
        )}
      </PageHeader>
      {!programs && <Loading label="Loading programs..." />}
      {isEmpty && (
        <EmptyState
          {...(seesTeam(notebook)
            ? {
                title: "No care programs yet",
                text: mayStart
                  ? "A care program turns a plan, such as after an operation, into everyone's tasks on the right days."
                  : "Care programs of this notebook will appear here.",
              }
            : HIDDEN_FROM_VIEWERS.programs)}
          picture={<IconClipboardList size={64} stroke={1.25} />}
        />
      )}
      {programs && !isEmpty && (
        <List aria-label="Programs">
          {programs.map((program) => (
            <ProgramCard
              key={program._id}
              program={program}
              diaryId={diaryId}
              timeZone={notebook.timeZone}
              level={2}
              note={program.noteTitle}
            />
          ))}
        </List>
      )}
    </>
  );
}

import { IconClipboardList, IconPlus } from "@tabler/icons-react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { describeHidden, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { ProgramCard } from "../components/progress/program-card.tsx";

/** `/care/:diaryId/programs`: a notebook's activated programs, newest first; live. */
export function ProgramListScreen({ notebook }: { notebook: Notebook }) {
  const programs = useLiveQuery(api.programs.listDiaryPrograms, { diaryId: notebook._id });
  const diaryId = getShownId(notebook);
  const mayStart = notebook.permissions.includes("programs.activate");
  const isEmpty = programs?.length === 0;
  return (
    <>
      <PageHeader title={t("programs.title")}>
        {mayStart && (
          <LinkButton
            to="/care/$diaryId/programs/add"
            params={{ diaryId }}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("programs.add")}
          </LinkButton>
        )}
      </PageHeader>
      {!programs && <Loading label={t("programs.loading")} />}
      {isEmpty && (
        <EmptyState
          {...(seesTeam(notebook)
            ? {
                title: t("programs.none"),
                text: mayStart ? t("programs.whatItDoes") : t("programs.willAppear"),
              }
            : describeHidden("programs"))}
          picture={<IconClipboardList size={64} stroke={1.25} />}
        />
      )}
      {programs && !isEmpty && (
        <List aria-label={t("programs.title")}>
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

import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { getLanguage, t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { NeedsConnection } from "../../../ui/needs-connection.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useActivationRules } from "../client/use-activation-rules.ts";
import { AlreadyActiveNotice } from "../components/activation/already-active-notice.tsx";
import { Wizard } from "../components/activation/wizard.tsx";

/** `/care/:diaryId/programs/library/:programId/activate`: the activation wizard. */
export function ActivateScreen({ notebook }: { notebook: Notebook }) {
  const route = "/signed-in/care/$diaryId/programs/library/$programId/activate";
  const { programId } = useParams({ from: route });
  const { noteId = null } = useSearch({ from: route });
  const navigate = useNavigate();
  const diaryId = getShownId(notebook);
  const mayActivate = notebook.permissions.includes("programs.activate");
  const program = useLiveQuery(api.programs.getProgram, { programId, language: getLanguage() });
  const members = useLiveQuery(api.members.listMembers, { diaryId: notebook._id });
  const had = useLiveQuery(api.programs.listDiaryPrograms, { diaryId: notebook._id });
  const me = useLiveQuery(api.users.getCurrentUser, {});
  const rules = useActivationRules();
  const proposals = useLiveQuery(
    api.programs.proposeAssignees,
    mayActivate && program?.isActive ? { programId, diaryId: notebook._id } : null,
  );
  // The wizard stays while its own activation makes the program active.
  const isOpen = useRef(false);

  if (program === null || program?.isActive === false || !mayActivate) {
    return (
      <EmptyState asPage title={mayActivate ? t("activation.notFound") : t("activation.mayNot")}>
        <LinkButton to="/care/$diaryId/programs" params={{ diaryId }}>
          {t("activation.backToPrograms")}
        </LinkButton>
      </EmptyState>
    );
  }
  if (!program || !members || !had || !me || !rules) return <Loading label={t("activation.loading")} />;

  const running = had.find((each) => each.programId === program._id && isRunning(each.status));
  if (running && !isOpen.current) {
    return (
      <EmptyState
        asPage
        title={t("activation.hasAlready", { name: program.name })}
        text={t("activation.whenAgain")}
      >
        <LinkButton
          to="/care/$diaryId/programs/$diaryProgramId"
          params={{ diaryId, diaryProgramId: running._id }}
        >
          {t("activation.openProgram")}
        </LinkButton>
      </EmptyState>
    );
  }

  isOpen.current = true;

  function open(diaryProgramId: string, taskCount: number) {
    notifySuccess(t("activation.done", { count: taskCount }));
    void navigate({
      to: "/care/$diaryId/programs/$diaryProgramId",
      params: { diaryId, diaryProgramId },
      replace: true,
    });
  }

  return (
    <>
      <PageHeader title={t("activation.title")} subtitle={program.name} />
      <NeedsConnection what={t("activation.starting")} />
      <Wizard
        program={program}
        notebook={notebook}
        noteId={noteId}
        members={members}
        myId={me._id}
        rules={rules}
        proposals={proposals ?? []}
        news={
          running && (
            <AlreadyActiveNotice
              by={running.activatorName || t("activation.somebody")}
              diaryId={diaryId}
              diaryProgramId={running._id}
            />
          )
        }
        onActivated={open}
      />
    </>
  );
}

const isRunning = (status: string) => status === "active" || status === "paused";

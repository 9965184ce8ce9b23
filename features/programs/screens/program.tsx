import { Badge, Button } from "@mantine/core";
import { IconCircleCheck, IconSettings } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { type ActivatedProgramDetail, api, type Notebook } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Facts } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { describeLate, describePhase, describeState, describeTask } from "../client/progress-words.ts";
import { useDeleteProgram } from "../client/use-delete-program.ts";
import { PhaseList } from "../components/progress/phase-list.tsx";
import { ProgramTasks } from "../components/progress/program-tasks.tsx";
import { ProgressBar } from "../components/progress/progress-bar.tsx";
import { ProgramTimeLine } from "../components/progress/time-line.tsx";
import styles from "./program.module.css";

const ManageProgram = createLazyPart(() =>
  import("../components/progress/manage-program.tsx").then((m) => m.ManageProgram),
);

type ProgramScreenProps = {
  notebook: Notebook;
  /** Sections of other rooms, such as comments. */
  panels: (program: ActivatedProgramDetail) => ReactNode;
  /** Buttons of other rooms next to the heading. */
  actions: (program: ActivatedProgramDetail) => ReactNode;
};

/** `/care/:diaryId/programs/:diaryProgramId`: an activated program; live. */
export function ProgramScreen({ notebook, panels, actions }: ProgramScreenProps) {
  const { diaryProgramId } = useParams({ from: "/signed-in/care/$diaryId/programs/$diaryProgramId" });
  const found = useLiveQuery(api.programs.getDiaryProgram, { diaryProgramId });
  const navigate = useNavigate();
  const now = useNow();
  const [isManaging, setIsManaging] = useState(false);
  const [wasManaging, setWasManaging] = useState(false);
  // A program deleted on this page stays visible until the page is left.
  const latest = useRef<ActivatedProgramDetail>(undefined);
  if (found) latest.current = found;
  const diaryId = getShownId(notebook);

  const { isDeleting, deleteIt } = useDeleteProgram(diaryProgramId, () => {
    const noteId = latest.current?.noteShortId ?? latest.current?.noteId;
    if (noteId) void navigate({ to: "/care/$diaryId/note/$noteId", params: { diaryId, noteId } });
    else void navigate({ to: "/care/$diaryId", params: { diaryId } });
  });

  if (found === undefined) return <Loading label={t("program.loading")} />;
  const program = found ?? (isDeleting ? latest.current : null);
  if (!program || program.diaryId !== notebook._id) {
    return (
      <EmptyState asPage title={t("program.notFound")}>
        <LinkButton to="/care/$diaryId/programs" params={{ diaryId }}>
          {t("program.back")}
        </LinkButton>
      </EmptyState>
    );
  }

  const { timeZone } = notebook;
  const phase = describePhase(program);
  const state = describeState(program, timeZone);
  const noteId = program.noteShortId ?? program.noteId;
  const baseline = shortDay(program.baselineDay);
  return (
    <article>
      <PageHeader title={program.programName}>
        {found && actions(program)}
        {program.canManage && (
          <Button
            variant="default"
            leftSection={<IconSettings size={20} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => {
              setIsManaging(true);
              setWasManaging(true);
            }}
          >
            {t("program.manage")}
          </Button>
        )}
      </PageHeader>
      <div className={styles.summary}>
        <p className={styles.badges}>
          <Badge variant="light" leftSection={<IconCircleCheck size={16} aria-hidden="true" />}>
            {t("programs.activated")}
          </Badge>
          {state && (
            <Badge variant="light" color={program.status === "paused" ? "yellow" : "gray"}>
              {state}
            </Badge>
          )}
          {phase && <strong>{phase}</strong>}
          <strong>{t("programs.percent", { percentage: program.percentage })}</strong>
          <span>{describeTask(program)}</span>
          {describeLate(program).map((words) => (
            <span key={words} className={styles.overdue}>
              {words}
            </span>
          ))}
        </p>
        <ProgressBar
          label={t("programs.progressOf", { name: program.programName })}
          percentage={program.percentage}
          text={t("programs.progress", {
            percentage: program.percentage,
            done: program.completedTasks,
            count: program.totalTasks,
          })}
        />
        <Facts className={styles.meta}>
          <span>
            {program.baselineEventName || t("program.baseline")}: {baseline}
          </span>
          <span>
            <Rich
              text="program.activatedBy"
              values={{
                name: program.activatorName || t("shared.unknown"),
                when: formatRelativeDays(program.activatedAt, now, 30),
                time: (parts) => <RelativeTime at={program.activatedAt}>{parts}</RelativeTime>,
              }}
            />
          </span>
          {noteId && (
            <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId }} className={styles.note}>
              {t("program.note", { title: program.noteTitle || t("program.untitled") })}
            </Link>
          )}
        </Facts>
      </div>
      <ProgramTimeLine program={program} timeZone={timeZone} now={now} />
      <div className={styles.columns}>
        <Section title={t("program.phases")} className={styles.phases}>
          <PhaseList program={program} now={now} />
        </Section>
        {/* Queries about a deleted program are refused. */}
        {found && <ProgramTasks program={program} notebook={notebook} className={styles.tasks} />}
        {found && <div className={`${styles.panels} no-print`}>{panels(program)}</div>}
      </div>
      {wasManaging && program.canManage && (
        <ManageProgram
          program={program}
          timeZone={timeZone}
          opened={isManaging && found !== null}
          isDeleting={isDeleting}
          onClose={() => setIsManaging(false)}
          onDelete={deleteIt}
        />
      )}
    </article>
  );
}

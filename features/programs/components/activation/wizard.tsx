import { Alert, Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { api, type Member, type Notebook, type Program } from "../../../../lib/api.ts";
import {
  countDaysBetween,
  getDayStart,
  getTodayStart,
  isDay,
  toDayInZone,
} from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { getDraftKey, readDraft, writeDraft } from "../../../../ui/draft.ts";
import { DraftNotice } from "../../../../ui/draft-notice.tsx";
import { useLiveQuery } from "../../../../ui/use-live-query.ts";
import { useMinute } from "../../../../ui/use-now.ts";
import { useWaitsForNetwork } from "../../../../ui/use-waits-for-network.ts";
import { getAssignees } from "../../client/assignees.ts";
import { useActivate } from "../../client/use-activate.ts";
import type { Rules } from "../../client/use-activation-rules.ts";
import { usePlan } from "../../client/use-plan.ts";
import {
  describeFrequency,
  getActivities,
  getAssignee,
  isBegun,
  isChosen,
  NOTHING_CHOSEN,
  STEPS,
  toSelections,
  type WizardValues,
  withChoice,
} from "../../client/wizard-values.ts";
import type { PlanArgs } from "../../rules/activation.ts";
import { ActivitiesStep } from "./activities-step.tsx";
import { type ActivityProposal, AssignStep } from "./assign-step.tsx";
import { BaselineStep } from "./baseline-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { PastTasks } from "./past-tasks.tsx";
import { Stepper } from "./stepper.tsx";
import styles from "./wizard.module.css";

/** The server allows some days more, so that it accepts every day that is valid here. */
const MAX_DAYS_AWAY = 5 * 365;

type WizardProps = {
  program: Program;
  notebook: Notebook;
  noteId: string | null;
  members: Member[];
  myId: string;
  rules: Rules;
  /** The proposed assignees of activities; none while the server hasn't answered. */
  proposals: readonly ActivityProposal[];
  /** The notice when the program is activated elsewhere in the meantime; not shown while this wizard activates it. */
  news: ReactNode;
  onActivated: (diaryProgramId: string, taskCount: number) => void;
};

/**
 * The four steps that turn a program into tasks (care-core 2.14). The choices are saved as a draft per person, program
 * and notebook.
 */
export function Wizard(props: WizardProps) {
  const { program, notebook, noteId, members, myId, rules, proposals, news, onActivated } = props;
  const { timeZone } = notebook;
  const key = getDraftKey(notebook._id, "activate", program._id, myId);
  const [values, setValues] = useState<WizardValues>(() => readDraft<WizardValues>(key) ?? NOTHING_CHOSEN);
  const [isFromDraft, setIsFromDraft] = useState(() => isBegun(values));
  const [problem, setProblem] = useState<string | null>(null);
  const { activate, isActivating, failure, forgetFailure } = useActivate(onActivated);
  const isWaiting = useWaitsForNetwork(isActivating);
  const heading = useFocusOnChange(values.step);

  const language = program.languages.find((one) => one === values.language) ?? program.language;
  const translated = useLiveQuery(
    api.programs.getProgram,
    language !== null && language !== program.language ? { programId: program._id, language } : null,
  );
  const { content } = translated ?? program;
  const day = values.day ?? toDayInZone(Date.now(), timeZone);
  const assignees = useMemo(() => getAssignees(members, myId), [members, myId]);
  const chosenActivities = getActivities(content).filter((activity) =>
    isChosen(activity, values, rules.isPreselected),
  );
  // Tasks that would be overdue from the start help nobody, unless the user wants to record past care.
  const { leaveOutPast = true } = values;
  const now = useMinute();
  const planArgs = useMemo(
    () => ({
      content,
      baselineDate: isDay(day) ? getDayStart(day, timeZone) : Number.NaN,
      timeZone,
      selections: toSelections(content, values, rules.isPreselected, assignees.ids),
      leaveOutBefore: leaveOutPast ? now : undefined,
    }),
    [content, day, timeZone, values, rules, assignees, leaveOutPast, now],
  );
  const isLast = values.step === STEPS.length - 1;

  function change(next: WizardValues) {
    setValues(next);
    setProblem(null);
    forgetFailure();
    // Save at once: the next tap may leave the page.
    writeDraft(key, isBegun(next) ? next : null);
  }

  function submitStep(event: FormEvent) {
    event.preventDefault();
    const found = getProblem(values.step, { day, count: chosenActivities.length });
    setProblem(found);
    if (found) return;
    if (!isLast) return change({ ...values, step: values.step + 1 });
    activate(
      {
        programId: program._id,
        diaryId: notebook._id,
        ...(noteId && { noteId }),
        baselineDate: planArgs.baselineDate,
        selectedActivities: planArgs.selections,
        leaveOutPast,
        ...(language !== null && { language }),
      },
      () => writeDraft(key, null),
    );
  }

  return (
    <form onSubmit={submitStep} noValidate className={styles.wizard}>
      <Stepper steps={STEPS} at={values.step} />
      {isFromDraft && (
        <DraftNotice
          onDiscard={() => {
            change(NOTHING_CHOSEN);
            setIsFromDraft(false);
          }}
        />
      )}
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t("activation.heading", { step: STEPS[values.step]!.name })}
      </h2>
      {values.step === 0 && (
        <BaselineStep
          content={content}
          day={day}
          languages={program.languages}
          language={language}
          problem={problem}
          onDay={(next) => change({ ...values, day: next })}
          onLanguage={(next) => change({ ...values, language: next })}
        />
      )}
      {values.step === 1 && (
        <ActivitiesStep
          content={content}
          values={values}
          isChosen={(activity) => isChosen(activity, values, rules.isPreselected)}
          problem={problem}
          onChoose={(ids, isActivated) => change(withChoice(values, ids, { isActivated }))}
          onRecurrence={(id, recurrence) => change(withChoice(values, [id], { recurrence }))}
        />
      )}
      {values.step === 2 && (
        <AssignStep
          activities={chosenActivities}
          frequencyOf={(activity) => describeFrequency(activity, values)}
          assigneeOf={(activity) => getAssignee(activity, values, assignees.ids)}
          assignees={assignees}
          proposals={proposals}
          myId={myId}
          onAssign={(ids, assignedTo) => change(withChoice(values, ids, { assignedTo }))}
          onTake={(taken) =>
            change(
              taken.reduce(
                (next, { activityId, userId }) => withChoice(next, [activityId], { assignedTo: userId }),
                values,
              ),
            )
          }
        />
      )}
      {isLast && (
        <Confirm
          rules={rules}
          args={planArgs}
          now={now}
          assignees={assignees}
          onLeaveOut={(isLeftOut) => change({ ...values, leaveOutPast: isLeftOut })}
        />
      )}
      {!isActivating && news}
      {failure && (
        <Alert color="red" variant="outline" role="alert" title={t("activation.notActivated")}>
          {failure}
        </Alert>
      )}
      {isWaiting && <p role="status">{t("activation.waiting")}</p>}
      <div className={styles.buttons}>
        {values.step > 0 && (
          <Button
            variant="default"
            disabled={isActivating}
            onClick={() => change({ ...values, step: values.step - 1 })}
          >
            {t("activation.back")}
          </Button>
        )}
        <Button type="submit" loading={isActivating}>
          {isLast ? t("activation.activate") : t("activation.nextStep")}
        </Button>
      </div>
    </form>
  );
}

type ConfirmProps = {
  rules: Rules;
  args: PlanArgs;
  now: number;
  assignees: ReturnType<typeof getAssignees>;
  onLeaveOut: (isLeftOut: boolean) => void;
};

function Confirm({ rules, args, now, assignees, onLeaveOut }: ConfirmProps) {
  const outcome = usePlan(rules, args, now);
  const { timeZone } = args;
  return (
    <>
      {outcome && "past" in outcome && outcome.past > 0 && (
        <PastTasks
          count={outcome.past}
          hasPastDays={args.baselineDate < getTodayStart(now, timeZone)}
          today={toDayInZone(now, timeZone)}
          isLeftOut={args.leaveOutBefore !== undefined}
          onLeaveOut={onLeaveOut}
        />
      )}
      <ConfirmStep outcome={outcome} timeZone={timeZone} assignees={assignees} />
    </>
  );
}

/** Why the next step can't be opened yet. */
function getProblem(step: number, { day, count }: { day: string; count: number }): string | null {
  if (step === 0) {
    if (!isDay(day)) return t("activation.noDate");
    const distance = countDaysBetween(new Date().toISOString().slice(0, 10), day);
    if (Math.abs(distance) > MAX_DAYS_AWAY) return t("activation.dateTooFar");
  }
  if (step === 1 && count === 0) return t("activation.noActivity");
  return null;
}

/** A ref for the element that is focused after a step change, so that screen readers start there. */
function useFocusOnChange(step: number) {
  const target = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    target.current?.focus({ preventScroll: true });
    target.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return target;
}

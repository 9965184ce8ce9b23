import { Alert, Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { useHistoryLayer } from "../../../ui/history-layers.ts";
import { UnsavedGuard } from "../../../ui/unsaved-changes.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { findProblems, listSteps, type Problems, type StepName } from "../client/plan-args.ts";
import { type ChangedPlan, formatBegin } from "../client/plan-change.ts";
import type { PlanValues } from "../client/plan-values.ts";
import type { PlanVersionShown } from "../client/use-plans.ts";
import { AmountStep } from "./amount-step.tsx";
import { CheckStep } from "./check-step.tsx";
import { DatesStep } from "./dates-step.tsx";
import { LimitsStep } from "./limits-step.tsx";
import styles from "./plan-editor.module.css";
import { type StepProps, WhenStep } from "./when-step.tsx";

const HEADINGS: Record<StepName, string> = {
  medicine: "Which medicine?",
  when: "When is it given?",
  amount: "How much?",
  limits: "Are there limits?",
  dates: "From when, until when?",
  check: "Is this right?",
};

type PlanEditorProps = {
  timeZone: string;
  /** The form before anybody typed. */
  start: PlanValues;
  values: PlanValues;
  onChange: (values: PlanValues) => void;
  /** The storage key of the draft, its content, and the last shown question; null without a draft. */
  draft: { key: string; stored: object; leftAt: StepName | null; onDiscard: () => void };
  /** All versions of the changed plan, the newest last; null for a new plan. */
  before: readonly PlanVersionShown[] | null;
  /** The first question, for a new plan. */
  medicine?: (props: StepProps) => ReactNode;
  /** The text of the list, next to each question. */
  aside?: ReactNode;
  /** The decision that is needed before saving: others have changed the plan. */
  conflict?: ReactNode;
  /** Below the buttons of the first question. */
  below?: ReactNode;
  save: (values: PlanValues) => Promise<void>;
  /** After it was saved. */
  onSaved: () => void;
};

/** Asks one question a step; nothing is saved before the last one has been seen. Back goes one question back. */
export function PlanEditor(props: PlanEditorProps) {
  const { timeZone, start, values, onChange, draft, before, medicine, aside, conflict, below } = props;
  const isChange = before !== null;
  const [index, setIndex] = useState(() =>
    findStepOfDraft(values, draft.leftAt, before && { versions: before, now: Date.now(), timeZone }),
  );
  const [restoredAt] = useState(index);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const conflictRef = useRef<HTMLDivElement>(null);
  const isWaiting = useWaitsForNetwork(isSaving);
  const now = useNow();
  const changed: ChangedPlan | null = before && { versions: before, now, timeZone };
  const steps = listSteps(values, isChange);
  const at = Math.min(index, steps.length - 1);
  const step = steps[at]!;
  const isLast = at === steps.length - 1;
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);
  const heading = useFocusOnChange(at);
  const { stored } = draft;
  const kept = useMemo(() => ({ ...stored, leftAt: step }), [stored, step]);
  useKeepDraft(draft.key, kept, isDirty && !isDone.current);

  function goTo(next: number) {
    setProblems({});
    setRefusal(null);
    setIndex(next);
  }

  function change(next: PlanValues) {
    onChange(next);
    // While the user types, only the fields with a problem are checked again.
    if (Object.keys(problems).length > 0) {
      const found = findProblems(step, next, changed);
      setProblems(Object.fromEntries(Object.entries(found).filter(([field]) => field in problems)));
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = findProblems(step, values, changed);
    flushSync(() => setProblems(found));
    if (Object.keys(found).length > 0) return focusFirst(form.current);
    if (!isLast) return goTo(at + 1);
    if (conflict) return conflictRef.current?.focus();
    setIsSaving(true);
    setRefusal(null);
    try {
      await props.save(values);
      isDone.current = true;
      writeDraft(draft.key, null);
      props.onSaved();
    } catch (error) {
      console.error("saving a plan failed", error);
      setRefusal(getErrorMessage(error, "Please try again"));
      setIsSaving(false);
    }
  }

  const shown = { values, problems, onChange: change };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.editor}>
      {steps.slice(0, at).map((name) => (
        <StepLayer key={name} onBack={() => goTo(at - 1)} />
      ))}
      <UnsavedGuard
        isDirty={() => isDirty && !isDone.current}
        onLeave={() => {
          isDone.current = true;
          writeDraft(draft.key, null);
          // The questions before this one have entries in the history, which have to go first.
          setIndex(0);
        }}
      />
      <div>
        <p className={styles.place}>{`Step ${at + 1} of ${steps.length}`}</p>
        <ol className={styles.bar} aria-hidden="true">
          {steps.map((name, position) => (
            <li key={name} className={position <= at ? styles.reached : undefined} />
          ))}
        </ol>
      </div>
      {draft.leftAt !== null && at === restoredAt && (
        <DraftNotice
          onDiscard={() => {
            goTo(0);
            draft.onDiscard();
          }}
        />
      )}
      {conflict && (
        <div ref={conflictRef} tabIndex={-1}>
          {conflict}
        </div>
      )}
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {HEADINGS[step]}
      </h2>
      {aside && <div className={styles.aside}>{aside}</div>}
      {step === "medicine" && medicine?.(shown)}
      {step === "when" && <WhenStep {...shown} />}
      {step === "amount" && <AmountStep {...shown} />}
      {step === "limits" && <LimitsStep {...shown} />}
      {step === "dates" && <DatesStep {...shown} changed={changed} />}
      {step === "check" && <CheckStep {...shown} timeZone={timeZone} changed={changed} now={now} />}
      {refusal && (
        <Alert color="red" variant="outline" role="alert" title="The plan was not saved">
          {`${refusal.replace(/\.$/, "")}.`}
        </Alert>
      )}
      {isWaiting && <p role="status">Waiting to be sent. It goes on by itself.</p>}
      <div className={styles.buttons}>
        {at > 0 && (
          <Button variant="default" disabled={isSaving} onClick={() => goTo(at - 1)}>
            Back
          </Button>
        )}
        <Button type="submit" loading={isSaving}>
          {!isLast ? "Next" : changed ? `Save, ${formatBegin(values, changed)}` : "Save the plan"}
        </Button>
      </div>
      {at === 0 && below}
    </form>
  );
}

/** The question to go on with: where the draft was left, or an earlier one whose answer doesn't hold any more. */
function findStepOfDraft(values: PlanValues, leftAt: StepName | null, changed: ChangedPlan | null): number {
  const steps = listSteps(values, changed !== null);
  const left = leftAt === null ? 0 : Math.max(0, steps.indexOf(leftAt));
  const wrong = steps.findIndex((step) => Object.keys(findProblems(step, values, changed)).length > 0);
  return wrong < 0 ? left : Math.min(left, wrong);
}

/** A question that Back leads away from, to the one before. */
function StepLayer({ onBack }: { onBack: () => void }) {
  useHistoryLayer(true, onBack);
  return null;
}

/** The first field with an error gets the focus. */
function focusFirst(form: HTMLFormElement | null) {
  const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
  wrong?.focus();
  wrong?.scrollIntoView({ block: "center" });
}

/** A ref for the heading of a question, which is focused when it changes, so that screen readers start there. */
function useFocusOnChange(step: number) {
  const target = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    target.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return target;
}

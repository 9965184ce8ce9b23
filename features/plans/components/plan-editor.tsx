import { Alert, Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { Problem } from "../../../ui/text.tsx";
import { UnsavedGuard } from "../../../ui/unsaved-changes.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { findProblems, type Problems } from "../client/plan-args.ts";
import { type ChangedPlan, isRunning } from "../client/plan-change.ts";
import { listUsualTimes, type PlanValues } from "../client/plan-values.ts";
import type { Plan, PlanVersionShown } from "../client/use-plans.ts";
import { AmountFields } from "./amount-fields.tsx";
import { BeginFields } from "./date-fields.tsx";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-editor.module.css";
import { PlanFolds } from "./plan-folds.tsx";
import { PlanSummary } from "./plan-summary.tsx";
import { WhenFields } from "./when-fields.tsx";

type PlanEditorProps = {
  timeZone: string;
  /** The form before anybody typed. */
  start: PlanValues;
  values: PlanValues;
  onChange: (values: PlanValues) => void;
  /** The storage key of the draft, its content, and whether the form was restored from one. */
  draft: { key: string; stored: object; isRestored: boolean; onDiscard: () => void };
  /** All plans of the notebook: their times and values are suggested again. */
  plans: readonly Plan[];
  /** The current and coming versions of the changed plan, the newest last; null for a new plan. */
  before: readonly PlanVersionShown[] | null;
  /** Which medicine it is, for a new plan. */
  medicine?: (props: PartProps) => ReactNode;
  /** The text of the list, next to the fields. */
  aside?: ReactNode;
  /** Whether it is made from an encrypted list. */
  isListEncrypted?: boolean;
  /** The part that gets the focus at first. */
  focus?: "amount" | "time" | undefined;
  /** The decision that is needed before saving: others have changed the plan. */
  conflict?: ReactNode;
  /** Next to the button that saves. */
  more?: ReactNode;
  save: (values: PlanValues) => Promise<void>;
  /** After it was saved. */
  onSaved: () => void;
};

/** A plan on one page: the fields of most plans, the plan in words, and the rest folded away. */
export function PlanEditor(props: PlanEditorProps) {
  const { timeZone, start, values, onChange, draft, plans, before, conflict } = props;
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isDone = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const conflictRef = useRef<HTMLDivElement>(null);
  const isWaiting = useWaitsForNetwork(isSaving);
  const now = useNow();
  const changed: ChangedPlan | null = before && { versions: before, now, timeZone };
  const isDirty = JSON.stringify(values) !== JSON.stringify(start);
  useKeepDraft(draft.key, draft.stored, isDirty && !isDone.current);
  useInitialFocus(props.focus, form);

  function change(next: PlanValues) {
    onChange(next);
    // While the user types, only the fields with a problem are checked again.
    if (Object.keys(problems).length > 0) {
      const found = findProblems(next, changed);
      setProblems(Object.fromEntries(Object.entries(found).filter(([field]) => field in problems)));
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = findProblems(values, changed);
    flushSync(() => setProblems(found));
    if (Object.keys(found).length > 0) return focusFirst(form.current);
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
      setRefusal(getErrorMessage(error, t("plans.tryAgain")));
      setIsSaving(false);
    }
  }

  const part = { values, problems, onChange: change };
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.editor}>
      <UnsavedGuard
        isDirty={() => isDirty && !isDone.current}
        onLeave={() => {
          isDone.current = true;
          writeDraft(draft.key, null);
        }}
      />
      {draft.isRestored && (
        <DraftNotice
          onDiscard={() => {
            setProblems({});
            draft.onDiscard();
          }}
        />
      )}
      {conflict && (
        <div ref={conflictRef} tabIndex={-1}>
          {conflict}
        </div>
      )}
      {props.aside && <div className={styles.aside}>{props.aside}</div>}
      {props.medicine?.(part)}
      <div data-part="amount" className={styles.part}>
        <AmountFields {...part} isChange={changed !== null} />
      </div>
      <div data-part="time" className={styles.part}>
        <WhenFields {...part} usualTimes={listUsualTimes(plans)} />
      </div>
      {changed && isRunning(changed) && <BeginFields {...part} changed={changed} />}
      <PlanSummary {...part} timeZone={timeZone} changed={changed} now={now} />
      <div className={styles.folds}>
        <PlanFolds
          {...part}
          changed={changed}
          startDay={start.firstDay}
          plans={plans}
          isListEncrypted={props.isListEncrypted ?? false}
        />
      </div>
      <div className={styles.foot}>
        {problems.other && <Problem tabIndex={-1}>{problems.other}</Problem>}
        {refusal && (
          <Alert color="red" variant="outline" role="alert" title={t("planedit.notSaved")}>
            {`${refusal.replace(/\.$/, "")}.`}
          </Alert>
        )}
        {isWaiting && <p role="status">{t("planedit.waiting")}</p>}
        <div className={styles.buttons}>
          {props.more}
          <Button type="submit" loading={isSaving}>
            {t(changed ? "planedit.saveChange" : "planedit.savePlan")}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** The first field with an error gets the focus. */
function focusFirst(form: HTMLFormElement | null) {
  const wrong = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-problem], [role=alert]");
  wrong?.focus();
  wrong?.scrollIntoView({ block: "center" });
}

/** Focuses a part when the form is opened, its text selected, so that typing replaces it. */
function useInitialFocus(part: PlanEditorProps["focus"], form: { current: HTMLFormElement | null }) {
  useEffect(() => {
    const parts = form.current?.querySelector(`[data-part=${part}]`);
    const field =
      parts?.querySelector<HTMLElement>("input:not([type=radio]), textarea") ??
      parts?.querySelector("button");
    field?.focus();
    if (field instanceof HTMLInputElement && field.type === "text") field.select();
    field?.scrollIntoView({ block: "center" });
  }, [part, form]);
}

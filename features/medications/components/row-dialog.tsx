import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useIsUnreachable } from "../../../ui/use-is-unreachable.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import { describeFailure } from "../../notes/client/public.ts";
import { getMedicationName, MEDICATION_TEXT_LENGTH } from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import { AUDIENCES } from "../client/audience-words.ts";
import { getBaseRow, isEntered, isOutdated, onNewestList, type RowEntry } from "../client/row-entry.ts";
import type { PlanChoice, PlanOfRow } from "../client/row-plan.ts";
import { useChangeMedications } from "../client/use-change-medications.ts";
import type { LatestList } from "../client/use-latest-list.ts";
import { isSameRow } from "../rules/changed-rows.ts";
import { RowInputs } from "./medication-row-fields.tsx";
import { RowConflict } from "./row-conflict.tsx";
import { RowPlanChoice } from "./row-plan-choice.tsx";

type RowDialogProps = {
  notebook: Notebook;
  /** The newest list, live; null when there is none. */
  latest: LatestList | null;
  /** What the dialog begins with. */
  start: RowEntry;
  planOf: PlanOfRow;
  /** Begins to stop the row instead. */
  onStop: (row: number) => void;
  onClose: () => void;
};

const BUTTONS: Record<RowEntry["kind"], Key> = {
  add: "medicationrow.add",
  change: "medicationrow.save",
  stop: "medicationrow.stop",
};

function formatTitle(kind: RowEntry["kind"], name: string): string {
  if (kind === "add") return t("medicationrow.addTitle");
  return t(kind === "change" ? "medicationrow.changeTitle" : "medicationrow.stopTitle", { name });
}

/** The form of one row. Its values stay as a draft until they are saved or discarded. */
export function RowDialog({ notebook, latest, start, planOf, onStop, onClose }: RowDialogProps) {
  const name = getMedicationName(getBaseRow(start) ?? {});
  const key = getDraftKey(notebook._id, "medication", start.kind, name.toLowerCase());
  const [draft] = useState(() => readDraft<RowEntry>(key));
  const [entry, setEntry] = useState(draft ?? start);
  const [isDraft, setIsDraft] = useState(draft !== null);
  const [problem, setProblem] = useState<string | undefined>();
  const { isBusy, ...saving } = useSubmit(writeMessage(MEDICATION_MESSAGES.changeFailed), (error) =>
    describeFailure(writeMessage(MEDICATION_MESSAGES.changeFailed), error),
  );
  const form = useRef<HTMLFormElement>(null);
  const conflict = useRef<HTMLDivElement>(null);
  const save = useChangeMedications(notebook);
  const isConflict = !isBusy && isOutdated(entry, latest);
  const isOffline = useIsUnreachable();
  const isStop = entry.kind === "stop";
  const plan = isStop ? planOf(entry.medication) : null;
  const [planChoice, setPlanChoice] = useState<PlanChoice>("");
  const [planProblem, setPlanProblem] = useState<string | undefined>();

  function change(next: RowEntry) {
    setEntry(next);
    // At once: the dialog may be closed by a tap outside.
    writeDraft(key, isEntered(next) ? next : null);
  }

  function leave() {
    writeDraft(key, null);
    onClose();
  }

  function discard() {
    writeDraft(key, null);
    setEntry(start);
    setIsDraft(false);
  }

  function keepMine() {
    const next = onNewestList(entry, latest);
    if (!next) return leave();
    saving.setProblem(null);
    change(next);
    setIsDraft(false);
  }

  function submit() {
    const isNamed = isStop || getMedicationName(entry.medication);
    flushSync(() => setProblem(isNamed ? undefined : writeMessage(MEDICATION_MESSAGES.name)));
    if (!isNamed) return form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    if (isConflict) return conflict.current?.focus();
    const former = getBaseRow(entry);
    if (entry.kind === "change" && former && isSameRow(former, entry.medication)) return leave();
    if (plan?.end && planChoice === "") {
      flushSync(() => setPlanProblem(t("medicationrow.choosePlan")));
      return form.current?.querySelector<HTMLElement>("[role=radiogroup] input")?.focus();
    }
    // Only the list waits for a connection: a plan would go on although its end was chosen.
    if (plan?.end && planChoice === "end" && isOffline)
      return saving.setProblem(t("medicationrow.needsConnection"));
    return save(entry, key, plan && { ...plan, isEnded: planChoice === "end" }).then(onClose);
  }

  return (
    <FormDialog
      onClose={onClose}
      title={formatTitle(start.kind, name)}
      size="lg"
      submit={t(BUTTONS[entry.kind])}
      isDestructive={isStop}
      isBusy={isBusy}
      problem={saving.problem}
      problemTitle={t("medicationrow.notChanged")}
      more={
        entry.kind === "change" &&
        !isConflict && (
          <Button
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={() => {
              writeDraft(key, null);
              onStop(entry.row);
            }}
          >
            {t("medicationrow.stopThis")}
          </Button>
        )
      }
      ref={form}
      onSubmit={saving.onSubmit(submit)}
      onCancel={leave}
    >
      {isDraft && !isConflict && <DraftNotice onDiscard={discard} />}
      {isConflict && (
        <RowConflict
          ref={conflict}
          entry={entry}
          latest={latest}
          onKeepMine={keepMine}
          onTakeTheirs={leave}
        />
      )}
      {!isStop && (
        <RowInputs
          row={entry.medication}
          problem={problem}
          isAlone
          takesFocus={start.kind === "add"}
          onChange={(medication) => change({ ...entry, medication })}
        />
      )}
      {isStop && (
        <RowPlanChoice
          plan={plan}
          value={planChoice}
          problem={planProblem}
          onChange={(choice) => {
            setPlanChoice(choice);
            setPlanProblem(undefined);
          }}
        />
      )}
      <TextInput
        label={t("medicationrow.reason")}
        description={isStop ? undefined : t("medicationrow.reasonHint")}
        maxLength={MEDICATION_TEXT_LENGTH}
        value={entry.reason}
        onChange={(event) => change({ ...entry, reason: event.currentTarget.value })}
      />
      <Soft>
        {latest
          ? t("medicationrow.writesNew", { audience: t(AUDIENCES[latest.visibility]) })
          : t("medicationrow.writesFirst", { audience: t(AUDIENCES.team) })}
      </Soft>
    </FormDialog>
  );
}

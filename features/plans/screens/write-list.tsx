import { Alert, Button, Switch, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { shortDay, toDayInZone, writtenDay } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { Actions } from "../../../ui/actions.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { AUDIENCE_WORDS, formatDifference, MedicationCards } from "../../medications/client/public.ts";
import { listMedicationDifferences } from "../../medications/rules/changes.ts";
import { formatMedicationTitle } from "../../medications/rules.ts";
import { MEDICATION_TEXT_LENGTH } from "../../notes/rules/medication-limits.ts";
import { type Comparison, type Plan, useComparison, usePlans } from "../client/use-plans.ts";
import { getNarrowest, toMedicationRows } from "../rules/plan-rows.ts";
import { getNewest } from "../rules/versions.ts";
import styles from "./plan.module.css";

/** `/care/:diaryId/plans/list`: a list of medications from plans, read before it is saved. */
export function WriteListScreen({ notebook }: { notebook: Notebook }) {
  const plans = usePlans(notebook._id);
  const comparison = useComparison(notebook._id);
  const diaryId = getShownId(notebook);
  if (plans === undefined || comparison === undefined) return <Loading label="Loading the plans..." />;
  const running = plans
    .filter(({ endedAt, isLost }) => endedAt === null && !isLost)
    .sort((a, b) => a.createdAt - b.createdAt);
  if (running.length === 0 || !notebook.permissions.includes("notes.create"))
    return (
      <EmptyState title="There is nothing to write a list from." text="A list is written from running plans.">
        <LinkButton to="/care/$diaryId/plans" params={{ diaryId }}>
          Back to the plans
        </LinkButton>
      </EmptyState>
    );
  return <WriteList notebook={notebook} plans={running} comparison={comparison} />;
}

type WriteListProps = { notebook: Notebook; plans: Plan[]; comparison: Comparison | null };

function WriteList({ notebook, plans, comparison }: WriteListProps) {
  const navigate = useNavigate();
  const write = useMutation(api.plans.writeList);
  const [keepsOthers, setKeepsOthers] = useState(true);
  const [reason, setReason] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const diaryId = getShownId(notebook);
  // The same on both sides: the shown list is the written one.
  const locale = new Intl.DateTimeFormat().resolvedOptions().locale;
  const former = comparison?.rows.map(({ planIds: _, ...row }) => row) ?? [];
  const others = comparison?.differences.filter(({ kind }) => kind === "noPlan").length ?? 0;
  const rows = toMedicationRows({ plans, former, keepsOthers, locale });
  const { shown, more } = listMedicationDifferences(former, rows);
  const visibility = getNarrowest([
    comparison?.list.visibility ?? "team",
    ...plans.map((plan) => plan.visibility),
  ]);
  const isEncrypted = (comparison?.list.isEncrypted ?? false) || plans.some((plan) => plan.isEncrypted);

  async function save() {
    setIsSaving(true);
    setRefusal(null);
    try {
      await write({
        diaryId: notebook._id,
        list: comparison && { noteId: comparison.list._id, version: comparison.list.version },
        plans: plans.map((plan) => ({ planId: plan._id, version: getNewest(plan).version })),
        keepsOthers,
        locale,
        title: formatMedicationTitle(writtenDay(toDayInZone(Date.now(), notebook.timeZone))),
        reason,
      });
      notifySuccess("The list is written.");
      void navigate({ to: "/care/$diaryId/medications", params: { diaryId }, replace: true });
    } catch (error) {
      setRefusal(getErrorMessage(error, "Please try again"));
      setIsSaving(false);
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title="A list from the plans"
        subtitle={
          comparison
            ? `It replaces the list of ${shortDay(comparison.list.noteDay)}, which stays readable.`
            : "It is the first list of this notebook."
        }
      />
      {others > 0 && (
        <Switch
          label={
            others === 1
              ? "Keep the row of the list that has no plan"
              : `Keep the ${others} rows of the list that have no plan`
          }
          description="Without them they count as stopped."
          checked={keepsOthers}
          onChange={({ currentTarget: { checked } }) => setKeepsOthers(checked)}
        />
      )}
      {comparison && (
        <Section title="What changes on the list">
          {shown.length === 0 ? (
            <p>Nothing: it says this already.</p>
          ) : (
            <ul>
              {shown.map((difference, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
                <li key={index}>{formatDifference(difference)}</li>
              ))}
              {more > 0 && <li>{`+ ${more} more`}</li>}
            </ul>
          )}
        </Section>
      )}
      <Section title="The list as it will be">
        {/* Not the table, which cuts long times short: this is what one checks before it is saved. */}
        <MedicationCards medications={rows} />
      </Section>
      <Fields>
        <TextInput
          label="Reason (optional)"
          description="For example who said so"
          maxLength={MEDICATION_TEXT_LENGTH}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <Soft>
          {AUDIENCE_WORDS[visibility]}
          {isEncrypted && " It is encrypted."}
        </Soft>
        {refusal && (
          <Alert color="red" variant="outline" role="alert" title="The list was not written">
            {`${refusal.replace(/\.$/, "")}.`}
          </Alert>
        )}
        <Actions>
          <Button loading={isSaving} onClick={() => void save()}>
            Save the list
          </Button>
          <LinkButton to="/care/$diaryId/plans" params={{ diaryId }} variant="default">
            Cancel
          </LinkButton>
        </Actions>
      </Fields>
    </div>
  );
}

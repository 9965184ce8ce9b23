import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useRef, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { getMedicationName } from "../../notes/rules/medication-limits.ts";
import { offerReminders } from "../../notifications/client/public.ts";
import { createArgs } from "../client/plan-args.ts";
import { createPlanValues, type PlanValues, withEarlier, withRow } from "../client/plan-values.ts";
import { type Comparison, type Plan, useComparison, usePlans } from "../client/use-plans.ts";
import { RowOfList } from "../components/list-words.tsx";
import { MedicineFields } from "../components/medicine-fields.tsx";
import { NotAllowed } from "../components/not-allowed.tsx";
import { PlanEditor } from "../components/plan-editor.tsx";
import { EarlierChoices, RowChoices } from "../components/row-choices.tsx";

/** `/care/:diaryId/plans/new`: a new plan; `?row=` begins it with that row of the valid list. */
export function NewPlanScreen({ notebook }: { notebook: Notebook }) {
  const { row } = useSearch({ from: "/signed-in/care/$diaryId/plans/new" });
  const plans = usePlans(notebook._id);
  const comparison = useComparison(notebook._id);
  const opened = useRef<number | undefined>(undefined);
  // Checked once: a person who loses the right while typing keeps what they typed.
  const [mayEdit] = useState(() => notebook.permissions.includes("plans.edit"));
  if (!mayEdit) return <NotAllowed diaryId={getShownId(notebook)} />;
  if (plans === undefined || comparison === undefined) return <Loading label={t("planedit.loadingPlans")} />;
  // An open form stays open when the list changes meanwhile.
  const isOpen = opened.current === row;
  if (row !== undefined && !isOpen && !comparison?.rows[row]) return <NoRow diaryId={getShownId(notebook)} />;
  opened.current = row;
  return <NewPlan key={row ?? "typed"} notebook={notebook} plans={plans} comparison={comparison} row={row} />;
}

function NoRow({ diaryId }: { diaryId: string }) {
  return (
    <EmptyState title={t("planedit.rowGone")} text={t("planedit.rowGoneText")}>
      <LinkButton to="/care/$diaryId/plans/new" params={{ diaryId }}>
        {t("planedit.lookAgain")}
      </LinkButton>
    </EmptyState>
  );
}

type NewPlanProps = {
  notebook: Notebook;
  plans: Plan[];
  comparison: Comparison | null;
  row: number | undefined;
};

function NewPlan({ notebook, plans, comparison, row }: NewPlanProps) {
  const navigate = useNavigate();
  const create = useMutation(api.plans.createPlan);
  const diaryId = getShownId(notebook);
  // The list as of the opening of the form: a list that changes meanwhile must not move the text next to the fields.
  const [source] = useState(() =>
    row === undefined || !comparison ? null : { list: comparison.list, row: comparison.rows[row]! },
  );
  const [start] = useState(() => {
    const empty = createPlanValues(toDayInZone(Date.now(), notebook.timeZone));
    return source ? withRow(empty, source.row, source.list) : empty;
  });
  const key = getDraftKey(
    notebook._id,
    "plan",
    source ? `row ${getMedicationName(source.row).toLowerCase()}` : "new",
  );
  const [draft, setDraft] = useState(() => readDraft<PlanValues>(key));
  // A draft of an older version of the form may lack fields.
  const [values, setValues] = useState<PlanValues>(() => ({ ...start, ...draft }));
  const next = comparison && row !== undefined ? findNextRow(comparison, row) : null;

  function goOn() {
    if (next !== null)
      return navigate({
        to: "/care/$diaryId/plans/new",
        params: { diaryId },
        search: { row: next },
        replace: true,
      });
    return navigate({ to: "/care/$diaryId/plans", params: { diaryId }, replace: true });
  }

  return (
    <>
      <PageHeader
        title={source ? t("planedit.planOne", { name: getMedicationName(source.row) }) : t("planedit.add")}
      />
      <PlanEditor
        timeZone={notebook.timeZone}
        start={start}
        values={values}
        onChange={setValues}
        draft={{
          key,
          stored: values,
          isRestored: draft !== null,
          onDiscard: () => {
            writeDraft(key, null);
            setDraft(null);
            setValues(start);
          },
        }}
        plans={plans}
        before={null}
        medicine={(part) => (
          <MedicineFields
            {...part}
            plans={plans}
            diaryId={diaryId}
            offers={
              <>
                {comparison && <RowChoices comparison={comparison} diaryId={diaryId} />}
                <EarlierChoices plans={plans} onChoose={(plan) => part.onChange(withEarlier(values, plan))} />
              </>
            }
          />
        )}
        aside={source && <RowOfList {...source} diaryId={diaryId} />}
        isListEncrypted={source?.list.isEncrypted ?? false}
        more={
          source && (
            <LinkButton
              to={next === null ? "/care/$diaryId/plans" : "/care/$diaryId/plans/new"}
              params={{ diaryId }}
              search={next === null ? {} : { row: next }}
              variant="default"
            >
              {t("planedit.skip")}
            </LinkButton>
          )
        }
        save={async (saved) => {
          await create(createArgs(saved, notebook._id, source?.list._id));
        }}
        onSaved={() => {
          const { name } = values.facts;
          notifySuccess(
            next === null
              ? t("planedit.saved", { name })
              : t("planedit.savedNext", { name, next: getMedicationName(comparison!.rows[next]!) }),
          );
          if (next === null) offerReminders(() => void navigate({ to: "/notifications/settings" }));
          void goOn();
        }}
      />
    </>
  );
}

/** The next row of the list that has no plan, after this one; null when none is left. */
function findNextRow({ rows }: Comparison, row: number): number | null {
  const found = rows.findIndex(({ planIds }, index) => index > row && planIds.length === 0);
  return found < 0 ? null : found;
}

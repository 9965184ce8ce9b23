import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { HIDDEN_FROM_VIEWERS, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { type Comparison, type Plan, useComparison, usePlans } from "../client/use-plans.ts";
import { EditorsSwitch } from "../components/editors-switch.tsx";
import { ListDifferences } from "../components/list-differences.tsx";
import { PlanCard } from "../components/plan-card.tsx";
import { ZoneNotice } from "../components/zone-notice.tsx";
import styles from "./plan-list.module.css";

type PlanListProps = {
  notebook: Notebook;
  /** What other rooms add to a plan, such as how much is left. */
  below?: (plan: Plan) => ReactNode;
};

/** `/care/:diaryId/plans`: which medicines are planned, and when. */
export function PlanListScreen({ notebook, below }: PlanListProps) {
  const plans = usePlans(notebook._id);
  const comparison = useComparison(notebook._id);
  const now = useMinute();
  if (plans === undefined || comparison === undefined) return <Loading label="Loading the plans..." />;
  const diaryId = getShownId(notebook);
  const mayEdit = notebook.permissions.includes("plans.edit");
  const running = plans.filter(({ endedAt }) => endedAt === null).sort(compareByName);
  const ended = plans.filter(({ endedAt }) => endedAt !== null);
  const renderCard = (plan: Plan) => (
    <PlanCard key={plan._id} plan={plan} diaryId={diaryId} now={now} below={below?.(plan)} />
  );
  return (
    <div className={styles.page}>
      <PageHeader title="Plans">
        {mayEdit && plans.length > 0 && (
          <LinkButton
            to="/care/$diaryId/plans/new"
            params={{ diaryId }}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            New plan
          </LinkButton>
        )}
        {running.length > 0 && notebook.permissions.includes("notes.create") && (
          <LinkButton to="/care/$diaryId/plans/list" params={{ diaryId }} variant="default">
            Write a list from the plans
          </LinkButton>
        )}
      </PageHeader>
      <ListDifferences notebook={notebook} />
      <ZoneNotice notebook={notebook} plans={running} />
      {running.length === 0 ? (
        <NoPlans diaryId={diaryId} comparison={comparison} mayEdit={mayEdit} isHidden={!seesTeam(notebook)} />
      ) : (
        <List isGrid className={styles.plans} aria-label="Running plans">
          {running.map(renderCard)}
        </List>
      )}
      {running.length > 0 && !seesTeam(notebook) && <Soft>{HIDDEN_FROM_VIEWERS.otherMedicines}</Soft>}
      {ended.length > 0 && (
        <details className={styles.ended}>
          <summary>{pluralize(ended.length, "plan that has ended", "plans that have ended")}</summary>
          <List isGrid className={styles.plans} aria-label="Plans that have ended">
            {ended.map(renderCard)}
          </List>
        </details>
      )}
      <EditorsSwitch notebook={notebook} />
    </div>
  );
}

const compareByName = (a: Plan, b: Plan) => a.name.localeCompare(b.name) || a.createdAt - b.createdAt;

type NoPlansProps = { diaryId: string; comparison: Comparison | null; mayEdit: boolean; isHidden: boolean };

/** Explains what plans are for, and leads to the rows of the list. */
function NoPlans({ diaryId, comparison, mayEdit, isHidden }: NoPlansProps) {
  if (isHidden) return <EmptyState {...HIDDEN_FROM_VIEWERS.medicines} />;
  const first = comparison?.rows.findIndex(({ planIds }) => planIds.length === 0) ?? -1;
  return (
    <EmptyState
      title="Nothing is planned"
      text={
        mayEdit
          ? "A plan says when a medicine is given and how much, so that all who give see what is due and what was given."
          : "Plans that you may see will appear here."
      }
      picture={<IconCalendarTime size={64} stroke={1.25} />}
    >
      {mayEdit && (
        <>
          {first >= 0 && (
            <LinkButton to="/care/$diaryId/plans/new" params={{ diaryId }} search={{ row: first }}>
              {`Make plans from the list of ${shortDay(comparison!.list.noteDay)}`}
            </LinkButton>
          )}
          <LinkButton
            to="/care/$diaryId/plans/new"
            params={{ diaryId }}
            variant={first >= 0 ? "default" : undefined}
          >
            {first >= 0 ? "Plan another medicine" : "Make a plan"}
          </LinkButton>
        </>
      )}
    </EmptyState>
  );
}

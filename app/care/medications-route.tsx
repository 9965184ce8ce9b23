import { useMutation } from "convex/react";
import type { PlanOfRow } from "../../features/medications/client/row-plan.ts";
import { MedicationsScreen } from "../../features/medications/screens/medications.tsx";
import { usePlans } from "../../features/plans/client/use-plans.ts";
import { ListDifferences } from "../../features/plans/components/list-differences.tsx";
import { matchPlans } from "../../features/plans/rules/plan-rows.ts";
import { formatSchedule } from "../../features/plans/rules/schedule-words.ts";
import { api, type Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { placeSideBySide } from "../../lib/side-by-side.ts";
import { Actions } from "../../ui/actions.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import styles from "./medications-route.module.css";

/** The list of medications, with the plans made from it. */
export function MedicationsRoute({ notebook }: { notebook: Notebook }) {
  const params = { diaryId: getShownId(notebook) };
  return (
    <MedicationsScreen
      notebook={notebook}
      planOf={usePlanOfRow(notebook)}
      above={
        <div className={styles.above}>
          <Actions className="no-print">
            <LinkButton to="/care/$diaryId/doses" params={params} variant="default">
              Doses of today
            </LinkButton>
            <LinkButton to="/care/$diaryId/plans" params={params} variant="default">
              Plans
            </LinkButton>
          </Actions>
          <ListDifferences notebook={notebook} />
        </div>
      }
    />
  );
}

/** Finds the running plan of a row by its name, as the comparison of the list with the plans does. */
function usePlanOfRow(notebook: Notebook): PlanOfRow {
  const plans = usePlans(notebook._id);
  const end = useMutation(api.plans.endPlan);
  const mayEnd = notebook.permissions.includes("plans.edit");
  return (row) => {
    if (!plans) return undefined;
    const running = plans.filter(({ endedAt, isLost }) => endedAt === null && !isLost);
    const plan = matchPlans([row], running).pairs[0]?.plan;
    if (!plan) return null;
    const { current, doseUnit, name, strength } = plan;
    const schedule =
      current.schedule.kind === "freeText"
        ? current.instructions
        : formatSchedule(current.schedule, { unit: doseUnit });
    return {
      words: `${placeSideBySide([name, strength])}: ${schedule}`,
      end: mayEnd ? (reason) => end({ planId: plan._id, reason }) : null,
    };
  };
}

import { Alert, Button } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { listInWords } from "../../../lib/list-words.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { type Comparison, useComparison } from "../client/use-plans.ts";
import styles from "./list-differences.module.css";

type Difference = Comparison["differences"][number];

/** The number of differences shown at once; a button shows the others. */
const SHOWN = 3;

/**
 * Shows where the valid list and the running plans differ, and leads to both: only people know which one is right.
 * Nothing for readers who see no list, and for notebooks without plans.
 */
export function ListDifferences({ notebook, planId }: { notebook: Notebook; planId?: string }) {
  const comparison = useComparison(notebook._id);
  if (!comparison) return null;
  const { differences, rows } = comparison;
  const isUnplanned =
    differences.length === rows.length && differences.every(({ kind }) => kind === "noPlan");
  const found = planId
    ? differences.filter((each) => each.kind !== "noPlan" && each.planId === planId)
    : differences;
  if (found.length === 0 || isUnplanned) return null;
  return (
    <Differences notebook={notebook} comparison={comparison} found={found} isOfPlan={planId !== undefined} />
  );
}

type DifferencesProps = {
  notebook: Notebook;
  comparison: Comparison;
  found: readonly Difference[];
  /** Whether it is on the page of the plan. */
  isOfPlan: boolean;
};

function Differences({ notebook, comparison: { list }, found, isOfPlan }: DifferencesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const diaryId = getShownId(notebook);
  const mayPlan = notebook.permissions.includes("plans.edit");
  const mayWrite = notebook.permissions.includes("notes.create");
  const day = `the list of ${shortDay(list.noteDay)}${list.visibility === "private" ? ", which only you see," : ""}`;
  const unplanned = found.filter((each) => each.kind === "noPlan");
  const others = found.filter((each) => each.kind !== "noPlan");
  const shown = showsAll ? others : others.slice(0, SHOWN);
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconArrowsDiff aria-hidden="true" />}
      title="The list and the plans differ"
    >
      <ul className={styles.items}>
        {shown.map((each) => (
          <li key={`${each.kind} ${each.planId}`}>
            <p>{formatDifference(each, day)}</p>
            <div className={`${styles.actions} no-print`}>
              {mayPlan && each.kind === "differs" && (
                <LinkButton
                  to="/care/$diaryId/plans/$planId/change"
                  params={{ diaryId, planId: each.planId }}
                  variant="default"
                  aria-label={`Change the plan of ${each.name}`}
                >
                  Change the plan
                </LinkButton>
              )}
              {/* The plan's own page shows the plan already, with the button that ends it. */}
              {mayPlan && each.kind === "noRow" && !isOfPlan && (
                <LinkButton
                  to="/care/$diaryId/plans/$planId"
                  params={{ diaryId, planId: each.planId }}
                  variant="default"
                  aria-label={`Look at the plan of ${each.name}, to end it`}
                >
                  Look at the plan
                </LinkButton>
              )}
              {mayWrite && (
                <LinkButton
                  to="/care/$diaryId/medications"
                  params={{ diaryId }}
                  search={each.kind === "differs" ? { row: each.row } : { row: "new", name: each.name }}
                  variant="default"
                  aria-label={
                    each.kind === "differs"
                      ? `The list is wrong about ${each.name}`
                      : `Add ${each.name} to the list`
                  }
                >
                  {each.kind === "differs" ? "The list is wrong" : "Add it to the list"}
                </LinkButton>
              )}
            </div>
          </li>
        ))}
        {others.length > shown.length && (
          <li>
            <Button variant="default" className="no-print" onClick={() => setShowsAll(true)}>
              {`Show ${others.length - shown.length} more`}
            </Button>
          </li>
        )}
        {unplanned.length > 0 && (
          <li>
            <p>{`On ${day} without a plan: ${listInWords(unplanned.map(({ name }) => name))}`}</p>
            {mayPlan && (
              <div className={`${styles.actions} no-print`}>
                <LinkButton
                  to="/care/$diaryId/plans/new"
                  params={{ diaryId }}
                  search={{ row: unplanned[0]!.row }}
                  variant="default"
                >
                  {`Plan ${unplanned[0]!.name}`}
                </LinkButton>
              </div>
            )}
          </li>
        )}
      </ul>
    </Alert>
  );
}

/** "Amlodipine: the list of May 4 says 10 mg, the plan says 5 mg". */
function formatDifference(each: Exclude<Difference, { kind: "noPlan" }>, day: string): string {
  return each.kind === "differs"
    ? `${each.name}: ${day} says ${each.list}, the plan says ${each.plan}`
    : `${each.name} has a plan (${each.plan}) and isn't on ${day.replace(/,$/, "")}`;
}

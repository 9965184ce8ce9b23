import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Problem } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { type Comparison, type Plan, useComparison } from "../client/use-plans.ts";
import { formatDose } from "../rules/plan-rows.ts";
import { EndDialog } from "./end-dialog.tsx";
import styles from "./list-question.module.css";

type Difference = Comparison["differences"][number];
/** A difference that a plan has from the list. */
export type PlanDifference = Exclude<Difference, { kind: "noPlan" }>;

/** The plan's difference from the valid list; undefined where both are the same. */
export const findDifference = (comparison: Comparison | null | undefined, planId: string) =>
  comparison?.differences.find(
    (each): each is PlanDifference => each.kind !== "noPlan" && each.planId === planId,
  );

type ListQuestionProps = { notebook: Notebook; plan: Plan };

/** Asks which one is right where the valid list and a plan differ; nothing where they are the same. */
export function ListQuestion({ notebook, plan }: ListQuestionProps) {
  const comparison = useComparison(notebook._id);
  const confirm = useMutation(api.plans.confirmPlan);
  const [isEnding, setIsEnding] = useState(false);
  const form = useSubmit(t("plans.tryAgain"));
  const difference = findDifference(comparison, plan._id);
  if (!comparison || !difference || plan.endedAt !== null) return null;
  const diaryId = getShownId(notebook);
  const mayPlan = notebook.permissions.includes("plans.edit");
  const isOther = difference.kind === "differs";
  const list = {
    day: shortDay(comparison.list.noteDay),
    isPrivate: String(comparison.list.visibility === "private"),
  };
  const planned = formatDose(plan);
  return (
    <fieldset className={`${styles.question} no-print`}>
      <legend className="visually-hidden">{t("plans.question", { name: plan.name })}</legend>
      <p>
        {isOther
          ? t("plans.listHas", { ...list, list: difference.list, plan: planned })
          : t("plans.listLacks", list)}
      </p>
      <div className={styles.answers}>
        {notebook.permissions.includes("notes.create") && (
          <form onSubmit={form.onSubmit(() => confirm({ planId: plan._id }))}>
            <Button type="submit" variant="default" loading={form.isBusy}>
              {isOther ? planned : t("plans.stillTaken")}
            </Button>
          </form>
        )}
        {mayPlan &&
          (isOther ? (
            <LinkButton
              to="/care/$diaryId/plans/$planId/change"
              params={{ diaryId, planId: plan._id }}
              variant="default"
            >
              {`${difference.list}…`}
            </LinkButton>
          ) : (
            <Button variant="default" aria-haspopup="dialog" onClick={() => setIsEnding(true)}>
              {t("plans.stopped")}
            </Button>
          ))}
      </div>
      {form.problem && <Problem>{form.problem}</Problem>}
      {isEnding && <EndDialog plan={plan} onClose={() => setIsEnding(false)} />}
    </fieldset>
  );
}

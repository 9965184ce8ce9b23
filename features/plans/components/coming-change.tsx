import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Card } from "../../../ui/card.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import type { Plan, PlanVersionShown } from "../client/use-plans.ts";
import { getNewest } from "../rules/versions.ts";
import styles from "./coming-change.module.css";
import { VersionWords } from "./version-words.tsx";

type ComingChangeProps = { plan: Plan; version: PlanVersionShown; today: string; mayEdit: boolean };

/** The version of a plan from a later day on. The last change of all can be undone: then the plan goes on as it is. */
export function ComingChange({ plan, version, today, mayEdit }: ComingChangeProps) {
  const change = useMutation(api.plans.changePlan);
  const [isAsking, setIsAsking] = useState(false);
  const day = shortDay(toDayInZone(version.effectiveFrom, version.timeZone));
  const isOnlyOne = plan.coming.length === 1;

  async function replaceShown() {
    setIsAsking(false);
    const { schedule, firstDay, lastDay, minGapMinutes, maxCount, maxAmount, windowHours } = plan.current;
    const { sameDoseMinutes, lateAfterMinutes, lateUntilMinutes } = plan.current;
    const { mealRelation, mealMinutes, instructions, saidBy } = plan.current;
    try {
      await change({
        planId: plan._id,
        baseVersion: getNewest(plan).version,
        from: today,
        // What the change would have added was never due.
        leavesOut: true,
        confirmsAmounts: true,
        reason: t("plan.takenBackReason", { day }),
        ...{ schedule, firstDay, lastDay, minGapMinutes, maxCount, maxAmount, windowHours },
        ...{ sameDoseMinutes, lateAfterMinutes, lateUntilMinutes },
        ...{ mealRelation, mealMinutes, instructions, saidBy },
      });
      notifySuccess(t("plan.takenBack"));
    } catch (error) {
      notifyFailure(t("plan.notTakenBack", { problem: getErrorMessage(error, t("plans.tryAgain")) }));
    }
  }

  return (
    <Card as="section" aria-label={t("plan.comingFrom", { day })}>
      <h2 className={styles.title}>{t("plan.comingFrom", { day })}</h2>
      <VersionWords
        version={version}
        unit={plan.doseUnit}
        today={toDayInZone(version.effectiveFrom, version.timeZone)}
      />
      {mayEdit && isOnlyOne && (
        <Actions className={styles.below}>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {t("plan.takeBack")}
          </Button>
        </Actions>
      )}
      <Question
        opened={isAsking}
        title={t("plan.takeBackTitle")}
        confirm={t("plan.takeBackConfirm")}
        destructive={false}
        onConfirm={() => void replaceShown()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t("plan.takeBackText", { day })}</p>
      </Question>
    </Card>
  );
}

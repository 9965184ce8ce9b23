import { Button } from "@mantine/core";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import { t } from "../../../../lib/words/t.ts";
import { Soft } from "../../../../ui/text.tsx";
import { getActivities, toRecurrence, type WizardValues } from "../../client/wizard-values.ts";
import type { ProgramActivity, ProgramContent } from "../../rules.ts";
import { ActivityChoice } from "./activity-choice.tsx";
import styles from "./steps.module.css";

type ActivitiesStepProps = {
  content: ProgramContent;
  values: WizardValues;
  isChosen: (activity: ProgramActivity) => boolean;
  problem: string | null;
  onChoose: (activityIds: string[], isActivated: boolean) => void;
  onRecurrence: (activityId: string, recurrence: Recurrence) => void;
};

/** Step 2: selects activities and sets how often each one happens. */
export function ActivitiesStep(props: ActivitiesStepProps) {
  const { content, values, isChosen, problem, onChoose, onRecurrence } = props;
  const activities = getActivities(content);
  const count = activities.filter(isChosen).length;
  const all = activities.map(({ activityId }) => activityId);
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.count} aria-live="polite">
          {t("activation.selected", { count, all: activities.length })}
        </p>
        <Button variant="default" onClick={() => onChoose(all, true)}>
          {t("activation.selectAll")}
        </Button>
        <Button variant="default" onClick={() => onChoose(all, false)}>
          {t("activation.selectNone")}
        </Button>
      </div>
      {/* Why some activities are selected at first; the rule is `isPreselected`. */}
      <Soft>{t("activation.whySelected")}</Soft>
      <div className={styles.activities} data-testid="activities">
        {content.phases
          .filter((phase) => phase.activities.length > 0)
          .map((phase) => (
            <fieldset key={phase.phaseId} className={styles.phase}>
              <legend className={styles.legend}>{phase.title}</legend>
              {phase.activities.map((activity) => (
                <ActivityChoice
                  key={activity.activityId}
                  activity={activity}
                  isChosen={isChosen(activity)}
                  recurrence={toRecurrence(activity, values)}
                  onChoose={(isActivated) => onChoose([activity.activityId], isActivated)}
                  onRecurrence={(recurrence) => onRecurrence(activity.activityId, recurrence)}
                />
              ))}
            </fieldset>
          ))}
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

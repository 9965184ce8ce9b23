import { Checkbox } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Recurrence } from "../../../../lib/recurrence/recurrence.ts";
import { describeRecurrence } from "../../../../lib/recurrence/recurrence-words.ts";
import { Rich } from "../../../../ui/rich.tsx";
import type { ProgramActivity } from "../../rules.ts";
import styles from "./activity-choice.module.css";
import { FrequencyField } from "./frequency-field.tsx";

type ActivityChoiceProps = {
  activity: ProgramActivity;
  isChosen: boolean;
  recurrence: Recurrence | null;
  onChoose: (isChosen: boolean) => void;
  onRecurrence: (recurrence: Recurrence) => void;
};

/** One activity: its checkbox, contraindicators and recurrence. */
export function ActivityChoice(props: ActivityChoiceProps) {
  const { activity, isChosen, recurrence, onChoose, onRecurrence } = props;
  const { title, description, contraindicators, isRecurring } = activity;
  return (
    <div className={styles.activity}>
      <Checkbox
        label={title}
        description={description || undefined}
        checked={isChosen}
        onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      />
      <div className={styles.more}>
        {contraindicators.length > 0 && (
          <p className={styles.warning}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            <span>
              <Rich
                text="activation.checkFirst"
                values={{ b: (content) => <strong>{content}</strong>, reasons: contraindicators.join("; ") }}
              />
            </span>
          </p>
        )}
        {isChosen &&
          (isRecurring ? (
            <FrequencyField title={title} value={recurrence} onChange={onRecurrence} />
          ) : (
            <p className={styles.once}>{describeRecurrence({ pattern: "one-time" })}</p>
          ))}
      </div>
    </div>
  );
}

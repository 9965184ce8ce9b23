import { TextInput } from "@mantine/core";
import { addDays, isDay, shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Rich } from "../../../../ui/rich.tsx";
import type { ProgramContent } from "../../rules.ts";
import styles from "./steps.module.css";

type BaselineStepProps = {
  content: ProgramContent;
  day: string;
  problem: string | null;
  onDay: (day: string) => void;
};

/** Step 1: sets the baseline day and shows the dates of the phases that follow from it. */
export function BaselineStep({ content, day, problem, onDay }: BaselineStepProps) {
  const { baselineEvent, phases } = content;
  return (
    <>
      <p className={styles.lead}>
        {baselineEvent ? (
          <Rich
            text="activation.countedFrom"
            values={{ name: baselineEvent.name, b: (content) => <strong>{content}</strong> }}
          />
        ) : (
          t("activation.countedFromOne")
        )}
        {baselineEvent?.description && ` ${baselineEvent.description}`}
      </p>
      {/* The browser's own field: users know its wheel and its calendar on their phone. */}
      <TextInput
        type="date"
        label={
          baselineEvent ? t("activation.whenIsIt", { name: baselineEvent.name }) : t("activation.whenBegins")
        }
        className={styles.date}
        required
        value={day}
        error={problem}
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
      {isDay(day) && (
        <ol className={styles.phases} aria-label={t("activation.phases")}>
          {phases.map(({ phaseId, title, dayRange: { start, end } }) => (
            <li key={phaseId}>
              <strong>{title}</strong>
              <span className={styles.soft}>
                {start === end
                  ? shortDay(addDays(day, start))
                  : t("activation.dayRange", {
                      start: shortDay(addDays(day, start)),
                      end: shortDay(addDays(day, end)),
                    })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

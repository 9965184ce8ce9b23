import { TextInput } from "@mantine/core";
import { addDays, isDay, shortDay } from "../../../../lib/dates/zone-day.ts";
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
        All days of this program are counted from{" "}
        {baselineEvent ? <strong>{baselineEvent.name}</strong> : "one day"}.
        {baselineEvent?.description && ` ${baselineEvent.description}`}
      </p>
      {/* The browser's own field: users know its wheel and its calendar on their phone. */}
      <TextInput
        type="date"
        label={baselineEvent ? `When is it? (${baselineEvent.name})` : "When does it begin?"}
        className={styles.date}
        required
        value={day}
        error={problem}
        onChange={({ currentTarget }) => onDay(currentTarget.value)}
      />
      {isDay(day) && (
        <ol className={styles.phases} aria-label="Phases">
          {phases.map(({ phaseId, title, dayRange: { start, end } }) => (
            <li key={phaseId}>
              <strong>{title}</strong>
              <span className={styles.soft}>
                {start === end
                  ? shortDay(addDays(day, start))
                  : `${shortDay(addDays(day, start))} to ${shortDay(addDays(day, end))}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

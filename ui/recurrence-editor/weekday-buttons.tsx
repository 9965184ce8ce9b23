import { useId } from "react";
import { getWeekdayName, WEEKDAYS, type Weekday } from "../../lib/recurrence/recurrence.ts";
import styles from "./recurrence-editor.module.css";

const FULL_NAMES: Record<Weekday, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

type WeekdayButtonsProps = { days: readonly Weekday[]; onChange: (days: Weekday[]) => void };

/** The days of the week, Monday first, each a toggle button. */
export function WeekdayButtons({ days, onChange }: WeekdayButtonsProps) {
  const errorId = useId();
  const isEmpty = days.length === 0;
  const toggled = (day: Weekday) =>
    WEEKDAYS.filter((other) => (other === day ? !days.includes(day) : days.includes(other)));
  return (
    <fieldset className={styles.weekdays} aria-describedby={isEmpty ? errorId : undefined}>
      <legend className={styles.legend}>On</legend>
      <div className={styles.days}>
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-pressed={days.includes(day)}
            aria-label={FULL_NAMES[day]}
            onClick={() => onChange(toggled(day))}
          >
            {getWeekdayName(day)}
          </button>
        ))}
      </div>
      {isEmpty && (
        <p id={errorId} role="alert" className={styles.error}>
          Choose at least one day
        </p>
      )}
    </fieldset>
  );
}

import { useId } from "react";
import { WEEKDAYS, type Weekday } from "../../lib/recurrence/recurrence.ts";
import { nameWeekday } from "../../lib/recurrence/recurrence-words.ts";
import { t } from "../../lib/words/t.ts";
import styles from "./recurrence-editor.module.css";

type WeekdayButtonsProps = { days: readonly Weekday[]; onChange: (days: Weekday[]) => void };

/** The days of the week, Monday first, each a toggle button. */
export function WeekdayButtons({ days, onChange }: WeekdayButtonsProps) {
  const errorId = useId();
  const isEmpty = days.length === 0;
  const toggled = (day: Weekday) =>
    WEEKDAYS.filter((other) => (other === day ? !days.includes(day) : days.includes(other)));
  return (
    <fieldset className={styles.weekdays} aria-describedby={isEmpty ? errorId : undefined}>
      <legend className={styles.legend}>{t("recurrenceeditor.on")}</legend>
      <div className={styles.days}>
        {WEEKDAYS.map((day) => (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-pressed={days.includes(day)}
            aria-label={nameWeekday(day, "long")}
            onClick={() => onChange(toggled(day))}
          >
            {nameWeekday(day, "short")}
          </button>
        ))}
      </div>
      {isEmpty && (
        <p id={errorId} role="alert" className={styles.error}>
          {t("recurrenceeditor.noDay")}
        </p>
      )}
    </fieldset>
  );
}

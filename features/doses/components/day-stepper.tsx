import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatDate } from "../../../lib/dates/date-format.ts";
import { addDays, describeDay, longDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { StepButton } from "../../../ui/step-button.tsx";
import styles from "./day-stepper.module.css";

/** Planned doses are shown so many days ahead. */
const MAX_AHEAD = 30;
const MAX_BACK = 366;
/** "Wed, Mar 5" */
const NEAR_DATE = { weekday: "short", month: "short", day: "numeric" } as const;

type DayStepperProps = { day: string; today: string; onDay: (day: string) => void };

/** Goes to the day before and the day after. */
export function DayStepper({ day, today, onDay }: DayStepperProps) {
  const words = describeDay(day, today);
  // Other days have no name of their own: the date is shown once.
  const name = words === shortDay(day) ? null : words[0]!.toUpperCase() + words.slice(1);
  return (
    <div className={`${styles.stepper} no-print`}>
      <StepButton
        className={styles.step}
        name="The day before"
        onPress={day > addDays(today, -MAX_BACK) ? () => onDay(addDays(day, -1)) : null}
        Icon={IconChevronLeft}
      />
      <p className={styles.day} aria-live="polite">
        {name ? (
          <>
            <strong>{name}</strong>
            <span>{formatDate(Date.parse(day), NEAR_DATE, undefined, "UTC")}</span>
          </>
        ) : (
          <strong>{longDay(day)}</strong>
        )}
      </p>
      <StepButton
        className={styles.step}
        name="The day after"
        onPress={day < addDays(today, MAX_AHEAD) ? () => onDay(addDays(day, 1)) : null}
        Icon={IconChevronRight}
      />
    </div>
  );
}

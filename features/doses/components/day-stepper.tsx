import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { formatDate } from "../../../lib/dates/date-format.ts";
import { addDays, countDaysBetween, longDay } from "../../../lib/dates/zone-day.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { StepButton } from "../../../ui/step-button.tsx";
import styles from "./day-stepper.module.css";

/** Planned doses are shown so many days ahead. */
const MAX_AHEAD = 30;
const MAX_BACK = 366;
/** "Wed, Mar 5" */
const NEAR_DATE = { weekday: "short", month: "short", day: "numeric" } as const;

/** By the distance from today. */
const NAMES: Partial<Record<number, Key>> = {
  [-1]: "doses.yesterday",
  0: "doses.today",
  1: "doses.tomorrow",
};

type DayStepperProps = { day: string; today: string; onDay: (day: string) => void };

/** Goes to the day before and the day after. */
export function DayStepper({ day, today, onDay }: DayStepperProps) {
  // Other days have no name of their own: the date is shown once.
  const name = NAMES[countDaysBetween(today, day)];
  return (
    <div className={`${styles.stepper} no-print`}>
      <StepButton
        className={styles.step}
        name={t("doses.dayBefore")}
        onPress={day > addDays(today, -MAX_BACK) ? () => onDay(addDays(day, -1)) : null}
        Icon={IconChevronLeft}
      />
      <p className={styles.day} aria-live="polite">
        {name ? (
          <>
            <strong>{t(name)}</strong>
            <span>{formatDate(Date.parse(day), NEAR_DATE, undefined, "UTC")}</span>
          </>
        ) : (
          <strong>{longDay(day)}</strong>
        )}
      </p>
      <StepButton
        className={styles.step}
        name={t("doses.dayAfter")}
        onPress={day < addDays(today, MAX_AHEAD) ? () => onDay(addDays(day, 1)) : null}
        Icon={IconChevronRight}
      />
    </div>
  );
}

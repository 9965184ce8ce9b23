import { useMemo } from "react";
import { clockTime } from "../../../lib/time.ts";
import {
  addDays,
  dayInZone,
  isViewersClock,
  longWeekday,
  placeOfZone,
  shortDay,
} from "../../../lib/zone-day.ts";
import { amountWords, type Unit } from "../rules/amounts.ts";
import { comingDays, nextSlot } from "../rules/coming-days.ts";
import type { PlanVersion, Slot } from "../rules/slots.ts";
import styles from "./coming-week.module.css";

const DAYS = 7;
/** Of a plan every hour nobody reads each line; the words say what it is. */
const SHOWN = 12;

type ComingWeekProps = { version: PlanVersion; unit: Unit; now: number };

/** What is due on the next seven days, by the clock of the plan: where a wrong time or day is seen. */
export function ComingWeek({ version, unit, now }: ComingWeekProps) {
  const { timeZone } = version;
  const { days, later } = useMemo(() => {
    const days = comingDays([version], { now, count: DAYS, timeZone });
    const isEmpty = days.every(({ slots }) => slots.length === 0);
    return { days, later: isEmpty ? nextSlot([version], now, null) : null };
  }, [version, now, timeZone]);
  const today = dayInZone(now, timeZone);
  const nameOf = (day: string) =>
    day === today ? "Today" : day === addDays(today, 1) ? "Tomorrow" : longWeekday(day);
  return (
    <>
      {!isViewersClock(timeZone, now) && (
        <p className={styles.zone}>{`By the clock of ${placeOfZone(timeZone)}`}</p>
      )}
      <ol className={styles.days} aria-label="The next seven days">
        {days.map(({ day, slots }) => (
          <li key={day} className={styles.day}>
            <span>
              <span className={styles.name}>{nameOf(day)}</span> {shortDay(day)}
            </span>
            {slots.length === 0 ? (
              <span className={styles.none}>Nothing</span>
            ) : (
              <ul className={styles.doses}>
                {slots.slice(0, SHOWN).map((slot) => (
                  <li key={slot.slot}>{slotWords(slot, unit, timeZone)}</li>
                ))}
                {slots.length > SHOWN && <li>{`and ${slots.length - SHOWN} more`}</li>}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {later && (
        <p>{`First: ${shortDay(dayInZone(later.dueAt, timeZone))}, ${slotWords(later, unit, timeZone)}`}</p>
      )}
    </>
  );
}

/** "08:00 — 1 tablet". */
const slotWords = ({ dueAt, amount }: Slot, unit: Unit, timeZone: string) =>
  `${clockTime(dueAt, undefined, timeZone)} — ${amountWords(amount, unit)}`;

import { useMemo } from "react";
import { formatClockTime } from "../../../lib/dates/time.ts";
import {
  addDays,
  getDayStart,
  isViewersClock,
  longWeekday,
  placeOfZone,
  shortDay,
  toDayInZone,
} from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { formatAmount } from "../rules/amount-words.ts";
import type { Unit } from "../rules/amounts.ts";
import { findNextSlot, listComingDays } from "../rules/coming-days.ts";
import type { PlanVersion, Slot } from "../rules/slots.ts";
import styles from "./coming-week.module.css";

const DAYS = 7;
/** The lines of a plan by the hour are too many to read; the words are enough. */
const SHOWN = 12;

type ComingWeekProps = {
  title: string;
  /** All versions of the plan from now on, in their order; the last one is the shown one. */
  versions: readonly PlanVersion[];
  unit: Unit;
  now: number;
};

/**
 * The doses of seven days, by the clock of the plan: a wrong time or day is visible there. They are the next days, or
 * those around the beginning of a later change.
 */
export function ComingWeek({ title, versions, unit, now }: ComingWeekProps) {
  const { timeZone, effectiveFrom } = versions.at(-1)!;
  const begins = toDayInZone(effectiveFrom, timeZone);
  const { days, later } = useMemo(() => {
    const from =
      begins > addDays(toDayInZone(now, timeZone), DAYS - 3)
        ? getDayStart(addDays(begins, -1), timeZone)
        : now;
    const days = listComingDays(versions, { now: from, count: DAYS, timeZone });
    const isEmpty = days.every(({ slots }) => slots.length === 0);
    return { days, later: isEmpty ? findNextSlot(versions, now, null) : null };
  }, [versions, begins, now, timeZone]);
  const today = toDayInZone(now, timeZone);
  const formatDayName = (day: string) =>
    day === today
      ? t("planedit.today")
      : day === addDays(today, 1)
        ? t("planedit.tomorrow")
        : longWeekday(day);
  return (
    <>
      {!isViewersClock(timeZone, now) && (
        <p className={styles.zone}>{t("planedit.byClock", { place: placeOfZone(timeZone) })}</p>
      )}
      <ol className={styles.days} aria-label={title}>
        {days.map(({ day, slots }) => (
          <li key={day} className={styles.day}>
            <span>
              <span className={styles.name}>{formatDayName(day)}</span> {shortDay(day)}
              {day === begins && versions.length > 1 && (
                <span className={styles.begins}>{t("planedit.changeBegins")}</span>
              )}
            </span>
            {slots.length === 0 ? (
              <span className={styles.none}>{t("planedit.nothing")}</span>
            ) : (
              <ul className={styles.doses}>
                {slots.slice(0, SHOWN).map((slot) => (
                  <li key={slot.slot}>{formatSlot(slot, unit, timeZone)}</li>
                ))}
                {slots.length > SHOWN && <li>{t("planedit.andMore", { count: slots.length - SHOWN })}</li>}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {later && (
        <p>
          {t("planedit.first", {
            day: shortDay(toDayInZone(later.dueAt, timeZone)),
            dose: formatSlot(later, unit, timeZone),
          })}
        </p>
      )}
    </>
  );
}

/** "08:00 — 1 tablet". */
const formatSlot = ({ dueAt, amount }: Slot, unit: Unit, timeZone: string) =>
  `${formatClockTime(dueAt, undefined, timeZone)} — ${formatAmount(amount, unit)}`;

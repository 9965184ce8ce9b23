import { useState } from "react";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { DayGrid } from "../../../ui/day-grid.tsx";
import { Soft } from "../../../ui/text.tsx";
import { describeDay, describeEntry, type HistoryEntry } from "../client/history-words.ts";
import { HISTORY_DAYS } from "../rules/history.ts";
import { getCalendarDay } from "../rules/states.ts";
import { HistoryMark } from "./history-mark.tsx";
import styles from "./task-history.module.css";

/** The most marks of a day; a count follows for the others. */
const MAX_MARKS = 4;

type HistoryDaysProps = {
  entries: readonly HistoryEntry[];
  fromDay: string;
  toDay: string;
  today: string;
  timeZone: string;
};

/** The days of a history with their marks; a press on a day, or the focus, shows its tasks and people. */
export function HistoryDays({ entries, fromDay, toDay, today, timeZone }: HistoryDaysProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const byDay = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = getCalendarDay(entry.task)!;
    byDay.set(day, [...(byDay.get(day) ?? []), entry]);
  }
  const shown = chosen === null ? undefined : byDay.get(chosen);
  return (
    <div className={styles.picture}>
      <DayGrid
        caption={t("repeated.lastDays", { count: HISTORY_DAYS })}
        fromDay={fromDay}
        toDay={toDay}
        today={today}
      >
        {(day) => (
          <HistoryDay
            day={day}
            entries={byDay.get(day) ?? []}
            timeZone={timeZone}
            isChosen={chosen === day}
            onChoose={setChosen}
          />
        )}
      </DayGrid>
      {/* The label of the day's button has the same content. */}
      <div className={`${styles.details} no-print`}>
        {shown && chosen !== null ? (
          <>
            <h3 className={styles.heading}>{longDay(chosen)}</h3>
            <ul className={styles.list}>
              {shown.map((entry) => (
                <li key={entry.task._id} className={styles.entry}>
                  <HistoryMark state={entry.state} />
                  <span>{describeEntry(entry, timeZone)}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <Soft>{t("repeated.chooseDay")}</Soft>
        )}
      </div>
    </div>
  );
}

type HistoryDayProps = {
  day: string;
  entries: readonly HistoryEntry[];
  timeZone: string;
  isChosen: boolean;
  onChoose: (day: string) => void;
};

function HistoryDay({ day, entries, timeZone, isChosen, onChoose }: HistoryDayProps) {
  const number = Number(day.slice(8));
  const words = `${longDay(day)}: ${describeDay(entries, timeZone)}`;
  if (entries.length === 0) {
    return (
      <p className={styles.day}>
        <span aria-hidden="true">{number}</span>
        <span className="visually-hidden">{words}</span>
      </p>
    );
  }
  const marks = entries.length > MAX_MARKS ? entries.slice(0, MAX_MARKS - 1) : entries;
  return (
    <button
      type="button"
      className={styles.day}
      aria-label={words}
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
      onFocus={() => onChoose(day)}
    >
      <span>{number}</span>
      <span className={styles.marks}>
        {marks.map(({ task, state }) => (
          <HistoryMark key={task._id} state={state} />
        ))}
        {marks.length < entries.length && (
          <span className={styles.more}>+{entries.length - marks.length}</span>
        )}
      </span>
    </button>
  );
}

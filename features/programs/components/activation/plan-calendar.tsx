import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { longDay, monthOfDay, shortWeekday, toClockInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { type Assignees, getName } from "../../client/assignees.ts";
import { getMonths, getWeeks } from "../../client/months.ts";
import type { PlannedTask } from "../../rules/activation.ts";
import styles from "./plan-calendar.module.css";

type PlanCalendarProps = {
  /** The tasks by day in order; at least one day. */
  days: ReadonlyMap<string, readonly PlannedTask[]>;
  timeZone: string;
  assignees: Assignees;
};

/** A month of planned tasks with a count on each day; tapping a day lists its tasks. */
export function PlanCalendar({ days, timeZone, assignees }: PlanCalendarProps) {
  const all = [...days.keys()];
  const months = getMonths(all[0]!, all.at(-1)!);
  const [chosenMonth, setMonth] = useState(0);
  const [chosenDay, setDay] = useState<string | null>(null);
  const index = Math.min(chosenMonth, months.length - 1);
  const month = months[index]!;
  const shownDay = chosenDay !== null && days.has(chosenDay) ? chosenDay : null;

  return (
    <section aria-labelledby="preview">
      <h3 id="preview" className={styles.heading}>
        {t("activation.calendar")}
      </h3>
      <div className={styles.head}>
        <ActionIcon
          aria-label={t("activation.previousMonth")}
          disabled={index === 0}
          onClick={() => setMonth(index - 1)}
        >
          <IconChevronLeft aria-hidden="true" />
        </ActionIcon>
        <p className={styles.month} aria-live="polite">
          {monthOfDay(`${month}-01`)}
        </p>
        <ActionIcon
          aria-label={t("activation.nextMonth")}
          disabled={index === months.length - 1}
          onClick={() => setMonth(index + 1)}
        >
          <IconChevronRight aria-hidden="true" />
        </ActionIcon>
      </div>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {t("activation.tasksInMonth", { month: monthOfDay(`${month}-01`) })}
        </caption>
        <thead>
          <tr>
            {getWeeks(month)[0]!.map((day) => (
              <th key={day} scope="col">
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {getWeeks(month).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {day.startsWith(month) && (
                    <DayCell
                      day={day}
                      count={days.get(day)?.length ?? 0}
                      isShown={day === shownDay}
                      onShow={() => setDay(day === shownDay ? null : day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-live="polite">
        {shownDay && (
          <>
            <h4 className={styles.dayTitle}>{longDay(shownDay)}</h4>
            <ul className={styles.tasks}>
              {days.get(shownDay)!.map((task) => (
                <li key={`${task.activityTemplateId} ${task.taskTemplateId} ${task.occurrenceAt}`}>
                  {getClock(task, timeZone)}
                  {task.title} <span className={styles.soft}>({getName(assignees, task.assignedTo)})</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

/** The time of a task followed by a space, such as "08:00 "; empty for a whole-day task. */
function getClock({ scheduledDate }: PlannedTask, timeZone: string): string {
  const clock = toClockInZone(scheduledDate, timeZone);
  return clock === "00:00" ? "" : `${clock} `;
}

type DayCellProps = { day: string; count: number; isShown: boolean; onShow: () => void };

function DayCell({ day, count, isShown, onShow }: DayCellProps) {
  const number = Number(day.slice(-2));
  if (count === 0) return <span className={styles.free}>{number}</span>;
  return (
    <button
      type="button"
      className={isShown ? `${styles.day} ${styles.shown}` : styles.day}
      aria-label={t("activation.dayTasks", { day: longDay(day), count })}
      aria-pressed={isShown}
      onClick={onShow}
    >
      <span>{number}</span>
      <span className={styles.count}>{count}</span>
    </button>
  );
}

import { useDroppable } from "@dnd-kit/core";
import { type KeyboardEvent, memo } from "react";
import type { Task } from "../../../lib/api.ts";
import { longDate, toDateField } from "../../../lib/time.ts";
import { asChips, MONTH_CHIPS, type PlacedTask } from "../rules.ts";
import styles from "./calendar-grid.module.css";
import type { CalendarMode } from "./calendar-view.ts";
import { chipId, TaskChip } from "./task-chip.tsx";

/** What happens to the chips and days of a calendar. */
export type GridHandlers = {
  onOpenDay: (day: number | null, task?: Task) => void;
  onKey: (event: KeyboardEvent, task: Task, day: number | null) => void;
};

type CalendarGridProps = GridHandlers & {
  caption: string;
  mode: Exclude<CalendarMode, "day">;
  weeks: number[][];
  today: number;
  /** The month that is shown, 0–11; days of others are dimmed. */
  month: number;
  byDay: Map<number, PlacedTask<Task>[]>;
  /** The chip that is moved with the keyboard, and the day that it would go to. */
  held: { chip: string; day: number } | null;
};

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6].map((index) => {
  // 2 November 2025 is a Sunday.
  const day = new Date(2025, 10, 2 + index);
  return {
    long: day.toLocaleDateString("en-US", { weekday: "long" }),
    short: day.toLocaleDateString("en-US", { weekday: "short" }),
  };
});

/** The month or the week as a table from Sunday to Saturday, a cell a day. */
export function CalendarGrid({
  caption,
  mode,
  weeks,
  today,
  month,
  byDay,
  held,
  ...handlers
}: CalendarGridProps) {
  return (
    <table className={styles.grid} data-mode={mode}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map(({ long, short }) => (
            <th key={long} scope="col" abbr={long}>
              <span aria-hidden="true">{short}</span>
              <span className="visually-hidden">{long}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                mode={mode}
                isToday={day === today}
                isOutside={mode === "month" && new Date(day).getMonth() !== month}
                placed={byDay.get(day) ?? NOTHING}
                heldChip={held?.chip ?? null}
                isTarget={held?.day === day}
                {...handlers}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NOTHING: PlacedTask<Task>[] = [];

type DayCellProps = GridHandlers & {
  day: number;
  mode: Exclude<CalendarMode, "day">;
  isToday: boolean;
  isOutside: boolean;
  placed: PlacedTask<Task>[];
  heldChip: string | null;
  isTarget: boolean;
};

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, mode, isToday, isOutside, placed, heldChip, isTarget, onOpenDay, onKey } = props;
  const { setNodeRef, isOver } = useDroppable({ id: String(day), data: { day } });
  const chips = asChips(placed);
  const shown = mode === "month" ? chips.slice(0, MONTH_CHIPS) : chips;
  const more = chips.length - shown.length;
  const date = new Date(day);
  return (
    <td
      ref={setNodeRef}
      className={styles.day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || isTarget || undefined}
      data-date={toDateField(day)}
    >
      <button
        type="button"
        className={styles.number}
        aria-current={isToday ? "date" : undefined}
        aria-label={dayLabel(day, placed.length)}
        onClick={() => onOpenDay(day)}
      >
        <span className={styles.weekday}>{WEEKDAYS[date.getDay()]!.short}</span>
        {date.getDate()}
      </button>
      {shown.length > 0 && (
        <ul className={styles.chips}>
          {shown.map(({ task, isGhost, colour }) => (
            <li key={chipId(task, isGhost)}>
              <TaskChip
                task={task}
                isGhost={isGhost}
                colour={colour}
                day={day}
                isHeld={heldChip === chipId(task, isGhost)}
                onOpen={onOpenDay}
                onKey={onKey}
              />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <button type="button" className={styles.more} onClick={() => onOpenDay(day)}>
          +{more} more
        </button>
      )}
    </td>
  );
});

function dayLabel(day: number, count: number): string {
  const date = longDate(day, "en-US");
  if (count === 0) return date;
  return `${date}, ${count === 1 ? "1 task" : `${count} tasks`}`;
}

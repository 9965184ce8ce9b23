import { useDroppable } from "@dnd-kit/core";
import { type KeyboardEvent, memo } from "react";
import type { Task } from "../../../lib/api.ts";
import { longDay, shortWeekday } from "../../../lib/dates/zone-day.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { WeekdayRow } from "../../../ui/weekday-row.tsx";
import type { Appointment } from "../../visits/client/public.ts";
import type { CalendarMode } from "../client/calendar-view.ts";
import { asChips, MONTH_CHIPS, type PlacedTask } from "../rules.ts";
import { AppointmentChips } from "./appointment-chips.tsx";
import styles from "./calendar-grid.module.css";
import { DayMarks } from "./day-marks.tsx";
import { getChipId, TaskChip } from "./task-chip.tsx";
import { countByKind } from "./task-colours.tsx";

/** The event handlers of a calendar's chips and days. */
export type GridHandlers = {
  onOpenDay: (day: string | null, task?: Task) => void;
  onKey: (event: KeyboardEvent, task: Task, day: string | null) => void;
};

type CalendarGridProps = GridHandlers & {
  caption: string;
  mode: Exclude<CalendarMode, "day">;
  weeks: string[][];
  today: string;
  /** The visible month, `YYYY-MM`; days of other months are dimmed. */
  month: string;
  byDay: Map<string, PlacedTask<Task>[]>;
  appointments: ReadonlyMap<string, Appointment[]>;
  /** Whether a day shows a dot per task instead of chips, for narrow screens. */
  showsMarks: boolean;
  /** The chip that is being moved with the keyboard, and its target day. */
  keyboardMove: { chip: string; day: string } | null;
};

/** A month or a week as a table with one cell per day. */
export function CalendarGrid({
  caption,
  mode,
  weeks,
  today,
  month,
  byDay,
  appointments,
  showsMarks,
  keyboardMove,
  ...handlers
}: CalendarGridProps) {
  return (
    <table className={styles.grid} data-mode={mode}>
      <caption className="visually-hidden">{caption}</caption>
      <WeekdayRow week={weeks[0]!} />
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                mode={mode}
                isToday={day === today}
                isOutside={mode === "month" && !day.startsWith(month)}
                placed={byDay.get(day) ?? NOTHING}
                appointments={appointments.get(day) ?? NO_APPOINTMENTS}
                heldChip={keyboardMove?.chip ?? null}
                showsMarks={showsMarks}
                isTarget={keyboardMove?.day === day}
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
const NO_APPOINTMENTS: Appointment[] = [];

type DayCellProps = GridHandlers & {
  day: string;
  mode: Exclude<CalendarMode, "day">;
  isToday: boolean;
  isOutside: boolean;
  placed: PlacedTask<Task>[];
  appointments: Appointment[];
  showsMarks: boolean;
  heldChip: string | null;
  isTarget: boolean;
};

const DayCell = memo(function DayCell(props: DayCellProps) {
  const {
    day,
    mode,
    isToday,
    isOutside,
    placed,
    appointments,
    showsMarks,
    heldChip,
    isTarget,
    onOpenDay,
    onKey,
  } = props;
  const { setNodeRef, isOver } = useDroppable({ id: day, data: { day } });
  const chips = asChips(placed);
  const shown = mode === "month" ? chips.slice(0, MONTH_CHIPS) : chips;
  const more = chips.length - shown.length;
  return (
    <td
      ref={setNodeRef}
      className={styles.day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || isTarget || undefined}
      data-date={day}
    >
      <button
        type="button"
        className={styles.number}
        aria-current={isToday ? "date" : undefined}
        aria-label={describeDay({ day, placed, appointments, showsMarks })}
        onClick={() => onOpenDay(day)}
      >
        <span className={styles.weekday}>{shortWeekday(day)}</span>
        {Number(day.slice(8))}
      </button>
      {showsMarks && <DayMarks placed={chips} appointments={appointments.length} />}
      {!showsMarks && <AppointmentChips appointments={appointments} />}
      {!showsMarks && shown.length > 0 && (
        <ul className={styles.chips}>
          {shown.map(({ task, isGhost, colour, lateness }) => (
            <li key={getChipId(task, isGhost)}>
              <TaskChip
                task={task}
                isGhost={isGhost}
                colour={colour}
                lateness={lateness}
                day={day}
                isHeld={heldChip === getChipId(task, isGhost)}
                onOpen={onOpenDay}
                onKey={onKey}
              />
            </li>
          ))}
        </ul>
      )}
      {!showsMarks && more > 0 && (
        <button type="button" className={styles.more} onClick={() => onOpenDay(day)}>
          {t("calendar.more", { count: more })}
        </button>
      )}
    </td>
  );
});

type Described = Pick<DayCellProps, "day" | "placed" | "appointments" | "showsMarks">;

/** A day with its numbers of appointments and tasks and, where dots represent these, what they are. */
function describeDay({ day, placed, appointments, showsMarks }: Described): string {
  const tasks = describeDayTasks(day, placed, showsMarks);
  return appointments.length === 0
    ? tasks
    : t("calendar.dayAppointments", { tasks, count: appointments.length });
}

function describeDayTasks(day: string, placed: readonly PlacedTask<Task>[], showsMarks: boolean): string {
  if (placed.length === 0) return longDay(day);
  const values = { day: longDay(day), count: placed.length };
  if (!showsMarks) return t("calendar.dayTasks", values);
  const kinds = countByKind(placed).map(({ kind, count }) => t("calendar.counted", { kind, count }));
  return t("calendar.dayTasksOf", { ...values, kinds: listNames(kinds) });
}

import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCalendarHeart, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, startTransition, useCallback, useDeferredValue, useRef, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { todayAt } from "../../../lib/task-states.ts";
import { fromDateField, longDate, toDateField } from "../../../lib/time.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { CalendarBar } from "../components/calendar-bar.tsx";
import { CalendarGrid } from "../components/calendar-grid.tsx";
import type { CalendarView } from "../components/calendar-view.ts";
import colours from "../components/colours.module.css";
import { DayList, type RenderTask } from "../components/day-list.tsx";
import { DayModal } from "../components/day-modal.tsx";
import { MovingArea } from "../components/moving-area.tsx";
import { CHIP_HINT } from "../components/task-chip.tsx";
import { ColourLegend } from "../components/task-colours.tsx";
import { UndatedStrip } from "../components/undated-strip.tsx";
import { useCalendarTasks } from "../components/use-calendar-tasks.ts";
import { useKeyboardMove } from "../components/use-keyboard-move.ts";
import { CALENDAR_LIMIT, movedTo, stepped, weeksOf } from "../rules.ts";
import styles from "./calendar.module.css";

type CalendarScreenProps = {
  view: CalendarView;
  onView: (view: CalendarView) => void;
  /** The choice of the notebook, a task's row and what opens over it: parts of the room of tasks. */
  filter: ReactNode;
  renderTask: RenderTask;
  dialogs: ReactNode;
  onMove: (task: Task, scheduledDate: number) => void;
  /** Null where the viewer may add no tasks. */
  onAdd: ((day: number) => void) | null;
};

/** `/calendar`: the tasks of all notebooks by month, week or day; live, and moved from day to day. */
export function CalendarScreen(props: CalendarScreenProps) {
  const { view, onView, filter, renderTask, dialogs, onMove, onAdd } = props;
  const now = useMinute();
  const today = todayAt(now);
  const isWide = useMediaQuery("(min-width: 48em)", undefined, { getInitialValueInEffect: false });
  const placeOf = ({ mode = isWide ? "month" : "day", date = "" }: CalendarView) => ({
    mode,
    at: fromDateField(date) ?? today.start,
  });
  // The bar answers at once, the days follow.
  const wanted = placeOf(view);
  const { mode, at } = placeOf(useDeferredValue(view));
  const weeks = weeksOf(mode, at);
  const [first, last] = [weeks[0]![0]!, weeks.at(-1)!.at(-1)!];
  const { placed, isCut, isEmpty, hasNone } = useCalendarTasks(
    { first, last, notebook: view.notebook },
    today,
  );
  const [opened, setOpened] = useState<{ day: number | null } | null>(null);

  const latestMove = useRef(onMove);
  latestMove.current = onMove;
  const move = useCallback((task: Task, day: number) => {
    const to = movedTo(task, day);
    if (to !== null) latestMove.current(task, to);
  }, []);
  const { held, said, onKey } = useKeyboardMove({ first, last, today: today.start }, move);
  const openDay = useCallback((day: number | null) => startTransition(() => setOpened({ day })), []);
  const of = (day: number | null) => (day === null ? placed?.undated : placed?.byDay.get(day)) ?? [];
  const show = (change: CalendarView) => onView({ ...view, ...change });
  const title = new Date(at).toLocaleDateString("en-US", { month: "long", year: "numeric" });

  return (
    <div className={colours.palette}>
      <PageHeader title={title}>
        {onAdd && (
          <Button
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() =>
              onAdd(mode === "day" || today.start < first || today.start > last ? at : today.start)
            }
          >
            New task
          </Button>
        )}
      </PageHeader>
      <CalendarBar
        mode={wanted.mode}
        onMode={(next) => show({ mode: next })}
        onStep={(by) => show({ mode: wanted.mode, date: stepped(wanted.mode, wanted.at, by) })}
        onToday={() =>
          onView({
            ...(view.mode && { mode: wanted.mode }),
            ...(view.notebook && { notebook: view.notebook }),
          })
        }
        filter={filter}
      />
      {!placed && <Loading label="Loading tasks..." rows={1} />}
      {isEmpty && mode !== "day" && <Nothing hasNone={hasNone} />}
      <MovingArea today={today} onMove={move}>
        {placed && (
          <UndatedStrip
            placed={placed.undated}
            heldChip={held?.chip ?? null}
            onOpenDay={openDay}
            onKey={onKey}
          />
        )}
        {mode === "day" ? (
          <section aria-labelledby="calendar-day" data-date={toDateField(at)}>
            <h2 id="calendar-day" className={styles.day}>
              {longDate(at, "en-US")}
            </h2>
            {placed && <DayList placed={of(at)} renderTask={renderTask} />}
            {hasNone && <Nothing hasNone />}
          </section>
        ) : (
          <CalendarGrid
            caption={mode === "week" ? `Week of ${longDate(first, "en-US")}` : title}
            mode={mode}
            weeks={weeks}
            today={today.start}
            month={new Date(at).getMonth()}
            byDay={placed?.byDay ?? NO_TASKS}
            held={held}
            onOpenDay={openDay}
            onKey={onKey}
          />
        )}
      </MovingArea>
      {isCut && (
        <p className={styles.hint}>
          The {CALENDAR_LIMIT} tasks nearest to today are shown. Choose a notebook for more.
        </p>
      )}
      <ColourLegend />
      <p id={CHIP_HINT} className="visually-hidden">
        Enter opens the day. Space takes the task, the arrow keys move it to another day, Space leaves it
        there.
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {opened && (
        <DayModal
          day={opened.day}
          placed={of(opened.day)}
          renderTask={renderTask}
          onAdd={onAdd}
          closable={!dialogs}
          onClose={() => setOpened(null)}
        />
      )}
      {dialogs}
    </div>
  );
}

const NO_TASKS = new Map<number, never[]>();

function Nothing({ hasNone }: { hasNone: boolean }) {
  return (
    <EmptyState
      title="No tasks found"
      text={
        hasNone
          ? "You have no tasks scheduled. Try adding a new program or diary to get started."
          : "Nothing is planned for these days."
      }
      picture={<IconCalendarHeart size={64} stroke={1.25} />}
    >
      {hasNone && <Link to="/care">Go to your notebooks</Link>}
    </EmptyState>
  );
}

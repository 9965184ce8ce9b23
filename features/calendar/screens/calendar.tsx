import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCalendarHeart, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, startTransition, useCallback, useDeferredValue, useRef, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { isDay, longDay, monthOfDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkLine } from "../../../ui/link-line.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { useAppointmentDays } from "../../visits/client/public.ts";
import type { CalendarView } from "../client/calendar-view.ts";
import { useCalendarTasks } from "../client/use-calendar-tasks.ts";
import { useKeyboardMove } from "../client/use-keyboard-move.ts";
import { CalendarBar } from "../components/calendar-bar.tsx";
import { CalendarGrid } from "../components/calendar-grid.tsx";
import colours from "../components/colours.module.css";
import { DayList, type RenderTask } from "../components/day-list.tsx";
import { DayModal } from "../components/day-modal.tsx";
import { DragArea } from "../components/drag-area.tsx";
import { CHIP_HINT } from "../components/task-chip.tsx";
import { ColourLegend } from "../components/task-colours.tsx";
import { UndatedStrip } from "../components/undated-strip.tsx";
import { CALENDAR_LIMIT, getDayAfterStep, getWeeks, isMove } from "../rules.ts";
import styles from "./calendar.module.css";

type CalendarScreenProps = {
  view: CalendarView;
  onView: (view: CalendarView) => void;
  /** The notebook filter, a task's row and its dialogs, supplied by the room of tasks. */
  filter: ReactNode;
  renderTask: RenderTask;
  dialogs: ReactNode;
  /** Today, `YYYY-MM-DD`; each task uses its own notebook's zone. */
  today: string;
  /** Names the time zone where it isn't the viewer's. */
  clockNote: ReactNode;
  onMove: (task: Task, day: string) => void;
  /** Whether the viewer may add tasks; undefined while that isn't known. */
  mayAdd: boolean | undefined;
  onAdd: (day: string) => void;
};

/** `/calendar`: the appointments and tasks of all notebooks by month, week or day; live, and movable between days. */
export function CalendarScreen(props: CalendarScreenProps) {
  const { view, onView, filter, renderTask, dialogs, today, clockNote, onMove, mayAdd, onAdd } = props;
  const now = useMinute();
  const isWide = useMediaQuery("(min-width: 48em)", undefined, { getInitialValueInEffect: false });
  const getModeAndDay = ({ mode = isWide ? "month" : "day", date = "" }: CalendarView) => ({
    mode,
    at: isDay(date) ? date : today,
  });
  // The toolbar updates at once, the days follow.
  const wanted = getModeAndDay(view);
  const { mode, at } = getModeAndDay(useDeferredValue(view));
  // A phone is too narrow for text in seven columns: it shows marks, and the tasks of one day below.
  const showsMarks = mode === "month" && !isWide;
  // Their heights follow their tasks, so that days that are there before them would move.
  const isList = mode === "day" || (mode === "week" && !isWide);
  const weeks = getWeeks(mode, at);
  const [first, last] = [weeks[0]![0]!, weeks.at(-1)!.at(-1)!];
  const { placed, isCut, isEmpty, hasNone } = useCalendarTasks({ first, last, notebook: view.notebook }, now);
  const visits = useAppointmentDays({ first, last, notebook: view.notebook }) ?? NO_APPOINTMENTS;
  const [opened, setOpened] = useState<{ day: string | null } | null>(null);

  const latestMove = useRef(onMove);
  latestMove.current = onMove;
  const move = useCallback((task: Task, day: string) => {
    if (isMove(task, day)) latestMove.current(task, day);
  }, []);
  const { keyboardMove, announcement, onKey } = useKeyboardMove({ first, last, today }, move);
  const [chosen, setChosen] = useState<string | null>(null);
  const openDay = useCallback(
    (day: string | null) =>
      startTransition(() => {
        setOpened({ day });
        setChosen(day);
      }),
    [],
  );
  const listedDay = chosen !== null && chosen >= first && chosen <= last ? chosen : at;
  const of = (day: string | null) => (day === null ? placed?.undated : placed?.byDay.get(day)) ?? [];
  const getVisits = (day: string | null) => (day === null ? undefined : visits.get(day)) ?? [];
  const show = (change: CalendarView) => onView({ ...view, ...change });
  const title = monthOfDay(at);

  return (
    <div className={colours.palette}>
      <PageHeader title={title} isDense>
        {mayAdd !== false && (
          <Button
            // Has its place from the start: on a phone it is a line of its own.
            style={mayAdd ? undefined : { visibility: "hidden" }}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => onAdd(mode === "day" || today < first || today > last ? at : today)}
          >
            {t("calendar.newTask")}
          </Button>
        )}
      </PageHeader>
      <CalendarBar
        mode={wanted.mode}
        onMode={(next) => show({ mode: next })}
        onStep={(by) => show({ mode: wanted.mode, date: getDayAfterStep(wanted.mode, wanted.at, by) })}
        onToday={() =>
          onView({
            ...(view.mode && { mode: wanted.mode }),
            ...(view.notebook && { notebook: view.notebook }),
          })
        }
        filter={filter}
      />
      {clockNote}
      {/* The grid is there without its tasks: bars above it would move it. */}
      {!placed && <Loading label={t("calendar.loading")} rows={isList ? 5 : 0} />}
      {isEmpty && visits.size === 0 && mode !== "day" && <Nothing hasNone={hasNone} />}
      <DragArea now={now} onMove={move}>
        {placed && (
          <UndatedStrip
            placed={placed.undated}
            heldChip={keyboardMove?.chip ?? null}
            onOpenDay={openDay}
            onKey={onKey}
          />
        )}
        {mode === "day" ? (
          placed && (
            <section aria-labelledby="calendar-day" data-date={at}>
              <h2 id="calendar-day" className={styles.day}>
                {longDay(at)}
              </h2>
              <DayList placed={of(at)} appointments={getVisits(at)} renderTask={renderTask} />
              {hasNone && visits.size === 0 && <Nothing hasNone />}
            </section>
          )
        ) : isList && !placed ? null : (
          <CalendarGrid
            caption={mode === "week" ? t("calendar.weekOf", { day: longDay(first) }) : title}
            mode={mode}
            weeks={weeks}
            today={today}
            month={at.slice(0, 7)}
            byDay={placed?.byDay ?? NO_TASKS}
            appointments={visits}
            showsMarks={showsMarks}
            keyboardMove={keyboardMove}
            onOpenDay={openDay}
            onKey={onKey}
          />
        )}
      </DragArea>
      {showsMarks && placed && (
        <section aria-labelledby="calendar-listed" className={styles.listed}>
          <h2 id="calendar-listed" className={styles.day}>
            {longDay(listedDay)}
          </h2>
          <DayList placed={of(listedDay)} appointments={getVisits(listedDay)} renderTask={renderTask} />
        </section>
      )}
      {isCut && <p className={styles.hint}>{t("calendar.cut", { count: CALENDAR_LIMIT })}</p>}
      {placed && (
        <>
          <ColourLegend hasDots={showsMarks} />
          <LinkLine>
            <Link to="/account" hash="calendar">
              {t("calendar.inPhone")}
            </Link>
          </LinkLine>
        </>
      )}
      <p id={CHIP_HINT} className="visually-hidden">
        {t("calendar.keys")}
      </p>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {opened && (
        <DayModal
          day={opened.day}
          placed={of(opened.day)}
          appointments={getVisits(opened.day)}
          renderTask={renderTask}
          onAdd={mayAdd ? onAdd : null}
          closable={!dialogs}
          onClose={() => setOpened(null)}
        />
      )}
      {dialogs}
    </div>
  );
}

const NO_TASKS = new Map<string, never[]>();
const NO_APPOINTMENTS = new Map<string, never[]>();

function Nothing({ hasNone }: { hasNone: boolean }) {
  return (
    <EmptyState
      title={t("calendar.none")}
      text={hasNone ? t("calendar.nonePlanned") : t("calendar.noneTheseDays")}
      picture={<IconCalendarHeart size={64} stroke={1.25} />}
    >
      {hasNone && <Link to="/care">{t("calendar.toNotebooks")}</Link>}
    </EmptyState>
  );
}

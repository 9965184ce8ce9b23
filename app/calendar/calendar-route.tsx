import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type CalendarView, toCalendarView } from "../../features/calendar/client/calendar-view.ts";
import { ColourMark } from "../../features/calendar/components/task-colours.tsx";
import { CalendarScreen } from "../../features/calendar/screens/calendar.tsx";
import { useTodayShown } from "../../features/notebooks/client/notebook-clocks.ts";
import { ClockNote } from "../../features/notebooks/components/clock-note.tsx";
import { useMayAddTasks } from "../../features/tasks/client/may-add-tasks.ts";
import { useTaskWrites } from "../../features/tasks/client/use-task-writes.ts";
import { NotebookFilter } from "../../features/tasks/components/notebook-filter.tsx";
import { useTaskDialogs } from "../../features/tasks/components/task-dialogs.tsx";
import { TaskRow } from "../../features/tasks/components/task-row.tsx";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { useMinute } from "../../ui/use-now.ts";
import { LazyTaskComments } from "../tasks/lazy-task-comments.ts";

const TaskFormDialog = createLazyPart(() =>
  import("../../features/tasks/components/task-form-dialog.tsx").then((m) => m.TaskFormDialog),
);

/** `/calendar`, with its mode, its day and its notebook in the address. */
export function CalendarRoute() {
  const search = useSearch({ from: "/signed-in/calendar" });
  const view = useMemo(() => toCalendarView(search), [search]);
  const navigate = useNavigate();
  const now = useMinute();
  const today = useTodayShown(view.notebook, now);
  const writes = useTaskWrites({ isQuiet: true });
  const { open, dialogs } = useTaskDialogs(writes, (task) => <LazyTaskComments task={task} />);
  const mayAdd = useMayAddTasks(view.notebook);
  const [newDay, setNewDay] = useState<string | null>(null);
  const show = (next: CalendarView) => void navigate({ to: "/calendar", search: toCalendarView(next) });
  return (
    <CalendarScreen
      view={view}
      onView={show}
      filter={
        <NotebookFilter
          value={view.notebook ?? ""}
          onChange={(notebook) => show({ ...view, notebook: notebook || undefined } as CalendarView)}
        />
      }
      renderTask={({ task, isGhost, colour, lateness }) => (
        <TaskRow
          key={task._id}
          task={task}
          now={now}
          writes={writes}
          onOpen={open}
          isGhost={isGhost}
          colour={colour}
          mark={<ColourMark colour={colour} lateness={lateness} />}
        />
      )}
      today={today}
      clockNote={<ClockNote notebookId={view.notebook} />}
      dialogs={
        newDay === null ? (
          dialogs
        ) : (
          <TaskFormDialog diaryId={view.notebook ?? ""} day={newDay} onClose={() => setNewDay(null)} />
        )
      }
      onMove={writes.move}
      mayAdd={mayAdd}
      onAdd={setNewDay}
    />
  );
}

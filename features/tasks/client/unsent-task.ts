import type { NotebookSummary, Task } from "../../../lib/api.ts";
import { getDayStart, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { getTime, type TaskValues } from "./task-values.ts";

/** A new task as screens show it until the server's own takes its place. */
export function getUnsentTask(
  values: TaskValues,
  {
    notebook,
    noteId,
    me,
    id,
    now,
  }: {
    notebook: NotebookSummary;
    noteId: string | null;
    me: { _id: string; name: string } | null;
    id: string;
    now: number;
  },
): Task {
  const { timeZone } = notebook;
  const toMoment = (day: string, time: string) => {
    if (day === "") return null;
    const at = getTime(time);
    return at === null ? getDayStart(day, timeZone) : toMomentInZone(day, at, timeZone);
  };
  const creatorId = me?._id ?? "";
  const assignedTo = values.assignedTo || null;
  return {
    ...{ canSetStatus: true, canPlan: true, canEdit: true, canDelete: true },
    ...{
      _id: id,
      noteId,
      noteShortId: null,
      title: values.title.trim(),
      description: values.description.trim(),
    },
    diaryId: notebook._id,
    diaryShortId: notebook.shortId,
    diaryName: notebook.name,
    diarySubject: notebook.details.fullName,
    timeZone,
    audience: { visibility: "team", noteAuthor: null, assignedTo },
    status: "pending",
    scheduledDate: toMoment(values.day, values.time),
    dueDate: toMoment(values.dueDay, values.dueTime),
    endDate: toMoment(values.endDay, ""),
    dateOnly: values.time === "" && values.dueTime === "",
    scheduledDay: values.day || null,
    dueDay: values.dueDay || null,
    endDay: values.endDay || null,
    ...{ completedAt: null, completedByName: null, addedToToday: false, addedToTodayAt: null },
    assignedTo,
    assigneeName: assignedTo !== null && assignedTo === me?._id ? me.name : null,
    ...{ isRecurring: false, recurrence: null, recurrenceRule: null, frequency: null, seriesId: null },
    ...{ seriesProblem: null, linkedDiaryProgramId: null, phaseId: null, activityTemplateId: null },
    ...{ pausedSince: null, programInfo: null, createdBy: creatorId, updatedAt: now, _creationTime: now },
  };
}

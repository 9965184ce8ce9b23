import type { Selectable } from "kysely";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import type { TaskStatus } from "../rules/states.ts";
import { getTaskFrequency } from "../rules/words.ts";

/** The columns of `tasks` that every answer with a task contains. */
export const TASK_COLUMNS = [
  "id",
  "title",
  "description",
  "status",
  "scheduled_date",
  "due_date",
  "end_date",
  "date_only",
  "scheduled_day",
  "due_day",
  "end_day",
  "assigned_to",
  "is_recurring",
  "recurrence",
  "phase_id",
  "activity_template_id",
] as const;

type TaskRow = Pick<Selectable<Tables["tasks"]>, (typeof TASK_COLUMNS)[number]>;

/** The fields of a task that every answer shares; `names` are the names of its people. */
export const presentTask = (row: TaskRow, names: ReadonlyMap<string, string>) => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  status: row.status as TaskStatus,
  scheduledDate: row.scheduled_date,
  dueDate: row.due_date,
  endDate: row.end_date,
  /** Whether it is a whole-day task: then the days are authoritative, otherwise the moments. */
  dateOnly: row.date_only,
  scheduledDay: row.scheduled_day,
  dueDay: row.due_day,
  endDay: row.end_day,
  assignedTo: row.assigned_to,
  assigneeName: getShownName(names, row.assigned_to),
  phaseId: row.phase_id,
  activityTemplateId: row.activity_template_id,
  frequency: getTaskFrequency({
    isRecurring: row.is_recurring,
    recurrence: row.recurrence as Recurrence | null,
    activityTemplateId: row.activity_template_id,
  }),
});

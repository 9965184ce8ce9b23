import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { type CopyPart, type CopyReader, type CopySection, formatParagraph } from "../../../server/copies.ts";
import { mayListTasks } from "./access.ts";
import { presentTasks, readWholeTasks } from "./data.ts";

/** How many tasks are read at a time. */
const AT_A_TIME = 50;

/** The tasks that the reader sees, in order of creation. */
async function tasksAfter({ caller: { db, ...caller }, diaryId }: CopyReader, after: string | null) {
  const access = await mayListTasks().resolve({ db, ...caller }, { diaryId });
  let select = readWholeTasks(db, access, [access.notebooks[0]!.diaryId]).orderBy("t.id").limit(AT_A_TIME);
  if (after !== null) select = select.where("t.id", ">", after);
  const tasks = await presentTasks(db, access, await select.execute());
  return tasks.map((task) => ({
    _id: task._id,
    noteId: task.noteId,
    title: task.title,
    description: task.description,
    status: task.status,
    scheduledDate: task.scheduledDate,
    dueDate: task.dueDate,
    endDate: task.endDate,
    dateOnly: task.dateOnly,
    scheduledDay: task.scheduledDay,
    dueDay: task.dueDay,
    endDay: task.endDay,
    completedAt: task.completedAt,
    completedByName: task.completedByName,
    assigneeName: task.assigneeName,
    frequency: task.frequency,
    recurrenceRule: task.recurrenceRule,
    programName: task.programInfo?.programName ?? null,
    _creationTime: task._creationTime,
  }));
}

type CopiedTask = Awaited<ReturnType<typeof tasksAfter>>[number];

const tasksSection: CopySection<CopiedTask> = {
  name: "tasks",
  title: "copyhtml.tasks",
  async page(reader, cursor) {
    const rows = await tasksAfter(reader, cursor);
    return { rows, next: rows.length < AT_A_TIME ? null : rows.at(-1)!._id };
  },
  article(task, inWords) {
    const getDate = (at: number | null, day: string | null) =>
      at === null || day === null ? [] : [task.dateOnly ? shortDay(day) : inWords(at)];
    return {
      title: task.title,
      facts: [
        t("taskwords.status", { status: task.status }),
        ...getDate(task.scheduledDate, task.scheduledDay),
        ...getDate(task.dueDate, task.dueDay).map((date) => t("copyhtml.due", { date })),
        ...(task.assigneeName === null
          ? []
          : [t("copyhtml.assigned", { name: task.assigneeName || t("shared.unknown") })]),
        ...(task.completedAt === null
          ? []
          : [
              t("copyhtml.completed", {
                moment: inWords(task.completedAt),
                hasName: String(!!task.completedByName),
                name: task.completedByName ?? "",
              }),
            ]),
        ...(task.frequency ? [task.frequency] : []),
        ...(task.programName ? [task.programName] : []),
      ],
      body: formatParagraph(task.description ?? ""),
    };
  },
};

export const copy: CopyPart = { sections: [tasksSection] };

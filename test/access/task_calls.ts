import { insertTask } from "../people.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { casesPerNote, joinLetters, missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

type Args = Record<string, unknown>;
type TaskName = "free" | "team" | "private";

const TASKS = {
  "a task without a note": "free",
  "a task of the team's note that the viewer is to do": "team",
  "a task of the author's private note": "private",
} as const satisfies Record<string, TaskName>;

/** The listed tasks of the world: without a note (F), of the team's note (T), of the author's private one (P). */
const summarizeTasks = (tasks: { _id: string }[], { comments }: World) => {
  const names = { [comments.task.free.targetId]: "F", [comments.task.team.targetId]: "T" };
  names[comments.task.private.targetId] = "P";
  return joinLetters(
    tasks.map(({ _id }) => _id).filter((id) => id in names),
    names,
  );
};

const casesPerTask = (more: Args = {}): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(TASKS).map(([title, name]) => [
      title,
      ({ comments }: World) => ({ taskId: comments.task[name].targetId, ...more }),
    ]),
  ),
  "a task that doesn't exist": () => ({ taskId: missingId(), ...more }),
  "something that isn't an id": () => ({ taskId: "x", ...more }),
});

/** Creates a task like one of the world's, by the given principal. */
async function newTask({ service, diaryId, notes, actors }: World, name: TaskName, creator: Principal) {
  const options = {
    free: {},
    team: { noteId: notes.T.id, assignedTo: actors.viewer.userId },
    private: { noteId: notes.P.id },
  }[name];
  return insertTask(service, diaryId, actors[creator].userId!, options);
}

const casesPerNewTask = (
  more: (world: World) => Args,
  creator: Principal = "caregiver",
): FunctionSweep["cases"] =>
  Object.fromEntries(
    Object.entries(TASKS).map(([title, name]) => [
      title,
      async (world: World) => ({ taskId: await newTask(world, name, creator), ...more(world) }),
    ]),
  );

/** Creates a task of a program's activity with several, all long past except the last. */
async function newLateTasks(world: World): Promise<string> {
  const { service, diaryId, comments, actors } = world;
  const ids: string[] = [];
  for (const days of [3, 2, -1]) {
    const id = await insertTask(service, diaryId, actors.owner.userId!, {});
    await service.database.pool.query(
      `update tasks set is_recurring = true, linked_diary_program_id = $2, activity_template_id = $3, task_template_id = $4,
              occurrence_at = now() - make_interval(days => $5), scheduled_date = now() - make_interval(days => $5)
        where id = $1`,
      [id, comments.program.free.targetId, ids[0] ?? id, id, days],
    );
    ids.push(id);
  }
  return ids[0]!;
}

/** Days for which only the tasks below are: the world's tasks have none. */
const MISSED_DAY = "2026-02-03";
const HISTORY_DAY = "2026-04-03";

/** Adds a task that was missed on `MISSED_DAY` for each kind of the world's tasks: without a note, of the team's, private. */
async function addMissedTasks(world: World): Promise<void> {
  for (const name of Object.values(TASKS)) await newDatedTask(world, name, MISSED_DAY);
}

async function newDatedTask(world: World, name: TaskName, day: string): Promise<string> {
  const id = await newTask(world, name, "caregiver");
  await world.service.database.pool.query(
    "update tasks set date_only = true, scheduled_day = $2 where id = $1",
    [id, day],
  );
  return id;
}

const casesPerDatedTask = (): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(TASKS).map(([title, name]) => [
      title,
      async (world: World) => ({ taskId: await newDatedTask(world, name, HISTORY_DAY), toDay: HISTORY_DAY }),
    ]),
  ),
  "a task that doesn't exist": () => ({ taskId: missingId(), toDay: HISTORY_DAY }),
  "something that isn't an id": () => ({ taskId: "x", toDay: HISTORY_DAY }),
});

/** The world's tasks have no date. */
const UPCOMING = { at: Date.UTC(2027, 0, 1), paginationOpts: { numItems: 100, cursor: null } };
const UPCOMING_PAGE = { section: "upcoming", ...UPCOMING };

export const TASK_CALLS: Record<string, FunctionSweep> = {
  "tasks.listMyTasks": {
    cases: {
      "of all notebooks": () => ({ filter: "all" }),
      "of the notebook": ({ diaryId }) => ({ filter: "all", diaryId }),
      "one's own": () => ({ filter: "my-tasks" }),
      "nobody's": () => ({ filter: "unassigned" }),
      "of others' notebooks": () => ({ filter: "helping-with" }),
      "something that isn't an id": () => ({ filter: "all", diaryId: "x" }),
    },
    summarize: ({ tasks }: { tasks: { _id: string }[] }, world) => summarizeTasks(tasks, world),
  },
  "tasks.pageMyTasks": {
    cases: {
      "of all notebooks": () => ({ filter: "all", ...UPCOMING_PAGE }),
      "of the notebook": ({ diaryId }) => ({ filter: "all", diaryId, ...UPCOMING_PAGE }),
      "one's own": () => ({ filter: "my-tasks", ...UPCOMING_PAGE }),
      "something that isn't an id": () => ({ filter: "all", diaryId: "x", ...UPCOMING_PAGE }),
    },
    summarize: ({ page }: { page: { _id: string }[] }, world) => summarizeTasks(page, world),
  },
  "tasks.pageUpcoming": {
    cases: {
      "of all notebooks": () => ({ filter: "all", ...UPCOMING }),
      "of the notebook": ({ diaryId }) => ({ filter: "all", diaryId, ...UPCOMING }),
      "one's own": () => ({ filter: "my-tasks", ...UPCOMING }),
      "something that isn't an id": () => ({ filter: "all", diaryId: "x", ...UPCOMING }),
    },
    summarize: ({ page }: { page: { task: { _id: string } }[] }, world) =>
      summarizeTasks(
        page.map(({ task }) => task),
        world,
      ),
  },
  "tasks.pageRepeated": {
    cases: casesPerTask({ part: "open", ...UPCOMING }),
    summarize: ({ page }: { page: { _id: string }[] }, world) => summarizeTasks(page, world),
  },
  "tasks.getTaskHistory": {
    cases: casesPerDatedTask(),
    summarize: ({ tasks }: { tasks: unknown[] }) => `${tasks.length}`,
  },
  "tasks.listMissedDays": {
    cases: {
      "the notebook": async (world) => {
        await addMissedTasks(world);
        return { diaryId: world.diaryId, fromDay: MISSED_DAY, toDay: MISSED_DAY };
      },
      "a notebook that doesn't exist": () => ({
        diaryId: missingId(),
        fromDay: MISSED_DAY,
        toDay: MISSED_DAY,
      }),
    },
    summarize: (days: { count: number }[]) => `${days[0]?.count ?? 0}`,
  },
  "tasks.listNoteTasks": {
    cases: casesPerNote(({ id }) => ({ noteId: id })),
    summarize: summarizeTasks,
  },
  "tasks.getTask": {
    cases: casesPerTask(),
    summarize: (task: { _id: string }, world) => summarizeTasks([task], world),
  },
  "tasks.createTask": {
    cases: {
      "in the notebook": ({ diaryId }) => ({ diaryId, title: "Turn her" }),
      "on everyone's note": ({ diaryId, notes }) => ({ diaryId, noteId: notes.E.id, title: "Turn her" }),
      "on the author's private note": ({ diaryId, notes }) => ({
        diaryId,
        noteId: notes.P.id,
        title: "Turn her",
      }),
      "on a note as if it were in another notebook": ({ elsewhereId, notes }) => ({
        diaryId: elsewhereId,
        noteId: notes.E.id,
        title: "Turn her",
      }),
      "for somebody who is no member": ({ diaryId, actors }) => ({
        diaryId,
        title: "Turn her",
        assignedTo: actors.outsider.userId,
      }),
      "for the clinician": ({ diaryId, actors }) => ({
        diaryId,
        title: "Turn her",
        assignedTo: actors.clinician.userId,
      }),
    },
    effect: "select true as ok from tasks where id = $1 and created_by = $2",
  },
  "tasks.updateTask": {
    cases: {
      ...Object.fromEntries(
        Object.entries(casesPerNewTask(() => ({ status: "completed" }))).map(([title, args]) => [
          `the state of ${title}`,
          args,
        ]),
      ),
      "the day of a task of the team's note that the viewer is to do": async (world) => ({
        taskId: await newTask(world, "team", "caregiver"),
        scheduledDate: Date.UTC(2027, 0, 1),
      }),
      "who does a task": async (world) => ({
        taskId: await newTask(world, "free", "caregiver"),
        assignedTo: world.actors.owner.userId,
      }),
      "who does a task, to the clinician": async (world) => ({
        taskId: await newTask(world, "free", "caregiver"),
        assignedTo: world.actors.clinician.userId,
      }),
      "the words of a caregiver's task": async (world) => ({
        taskId: await newTask(world, "free", "caregiver"),
        title: "Wash her hair twice",
      }),
      "a task that doesn't exist": () => ({ taskId: missingId(), status: "completed" }),
      "something that isn't an id": () => ({ taskId: "x", status: "completed" }),
    },
    effect: `select $1::text is null and $2::text <> '' and updated_at > created_at as ok
               from tasks order by updated_at desc limit 1`,
  },
  "tasks.deleteTask": {
    cases: {
      ...casesPerNewTask(() => ({})),
      "a task that doesn't exist": () => ({ taskId: missingId() }),
      "something that isn't an id": () => ({ taskId: "x" }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from tasks t where t.id::text = a.target_id) as ok
               from audit_events a where event_type = 'task.deleted' order by a.id desc limit 1`,
  },
  "tasks.toggleAddToToday": {
    cases: {
      ...casesPerNewTask(() => ({})),
      "a task that doesn't exist": () => ({ taskId: missingId() }),
      "something that isn't an id": () => ({ taskId: "x" }),
    },
    effect: `select ($1::jsonb ->> 'addedToToday')::boolean and $2::text <> '' and added_to_today_at is not null as ok
               from tasks order by updated_at desc limit 1`,
  },
  "tasks.setToday": {
    cases: {
      ...casesPerNewTask(() => ({ on: true })),
      "a task that doesn't exist": () => ({ taskId: missingId(), on: true }),
      "something that isn't an id": () => ({ taskId: "x", on: true }),
    },
    effect: `select $1::text is null and $2::text <> '' and added_to_today_at is not null as ok
               from tasks order by updated_at desc limit 1`,
  },
  "tasks.skipToCurrentInstance": {
    cases: {
      "late tasks of a program": async (world) => ({ taskId: await newLateTasks(world) }),
      "a task that isn't repeated": casesPerTask()["a task without a note"]!,
      "a task that doesn't exist": () => ({ taskId: missingId() }),
    },
    effect: `select ($1::jsonb ->> 'cancelledCount')::int = 2 and $2::text <> '' and count(*) = 2 as ok
               from tasks where $1::jsonb -> 'cancelledTaskIds' ? id::text and status = 'cancelled'`,
  },
};

import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../../lib/errors.ts";
import { toReader } from "../../../../lib/visibility.ts";
import { denied, type NotebookAccess } from "../../../../server/access/gate.ts";
import { mayOnOthers, type Role } from "../../../../server/access/permissions.ts";
import { seesItem } from "../../../../server/access/visibility.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { Plan, PlannedTask } from "../../rules/activation.ts";
import { type Done, PROPOSAL_DAYS } from "../../rules/proposals.ts";
import { listProgramLanguages, readContent } from "../data.ts";
import type { ActivationAccess } from "../progress/access.ts";

type Db = Kysely<Tables>;
type OneProgram = NotebookAccess & { diaryProgramId: string };

/** The input of a plan: the program's content in each of its languages, and the notebook's time zone. */
export async function readPlanning(db: Db, { diaryId, programId }: ActivationAccess) {
  const row = await db
    .selectFrom("programs as p")
    .innerJoin("diaries as d", (join) => join.on("d.id", "=", diaryId))
    .select(["p.content", "p.texts", "p.language", "p.headings", "d.time_zone"])
    .where("p.id", "=", programId)
    .where("p.is_active", "=", true)
    .executeTakeFirst();
  if (!row) throw denied();
  return {
    language: row.language,
    languages: listProgramLanguages(row),
    read: (language: string | null) => readContent(row, language),
    timeZone: row.time_zone,
  };
}

/**
 * Whether members with this role are proposed for tasks: they may tick off every task they see. Roles that may tick off
 * only assigned tasks are asked first.
 */
export const isProposed = (role: Role): boolean => mayOnOthers(role, "tasks.setStatus");

/** No notebook has more members. */
const MAX_MEMBERS = 1000;

/** The members who are proposed for tasks. */
export async function findCandidates(db: Db, { diaryId }: ActivationAccess): Promise<string[]> {
  const members = await db
    .selectFrom("members")
    .select(["user_id", "role"])
    .where("diary_id", "=", diaryId)
    .orderBy("joined_at")
    .limit(MAX_MEMBERS)
    .execute();
  return members.flatMap(({ user_id, role }) => (isProposed(role as Role) ? user_id : []));
}

/**
 * How many tasks each member did lately, as far as the caller sees them: by title for these titles, the others
 * together.
 */
export async function countDone(db: Db, access: ActivationAccess, titles: string[]): Promise<Done[]> {
  const { diaryId } = access;
  const title = sql<
    string | null
  >`case when lower(trim(t.title)) = any(${titles}) then lower(trim(t.title)) end`;
  const rows = await db
    .selectFrom("tasks as t")
    .leftJoin("notes as n", (join) =>
      join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
    )
    .select(["t.completed_by", title.as("title")])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("t.diary_id", "=", diaryId)
    // Written exactly as in the index.
    .where(sql<boolean>`t.status = 'completed'`)
    .where(sql<boolean>`t.completed_at > now() - ${sql.lit(PROPOSAL_DAYS)} * interval '1 day'`)
    .where(seesItem("n", toReader(access), "t"))
    .groupBy(["t.completed_by", sql`2`])
    .execute();
  return rows.flatMap(({ completed_by, ...done }) =>
    completed_by === null ? [] : { userId: completed_by, ...done },
  );
}

/** Day 0 of a program (`YYYY-MM-DD`), and its start in epoch ms. */
type Baseline = { day: string; start: number };

/**
 * Inserts an activation with its phases, activities and tasks; the number of statements doesn't depend on the number of
 * tasks. Returns its id, or null when the program is already active in the notebook.
 */
export async function insertActivation(
  db: Db,
  access: ActivationAccess,
  activation: { plan: Plan; baseline: Baseline; baselineEvent: string; language: string | null },
  now: Date,
): Promise<string | null> {
  const { diaryId, userId, programId, noteId } = access;
  const { plan, baseline, baselineEvent, language } = activation;
  const id = uuidv7();
  const inserted = await db
    .insertInto("diary_programs")
    .values({
      id,
      diary_id: diaryId,
      program_id: programId,
      note_id: noteId,
      language,
      baseline_event_name: baselineEvent,
      baseline_day: baseline.day,
      baseline_date: new Date(baseline.start),
      status: "active",
      activated_by: userId,
      activated_at: now,
    })
    // Of two concurrent activations the second waits for the first, is retried and finds it.
    .onConflict((conflict) =>
      conflict
        .columns(["diary_id", "program_id"])
        // Literals instead of parameters, so that PostgreSQL matches the partial index.
        .where(sql<boolean>`status in ('active', 'paused')`)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return null;
  await insertPhases(db, access, id, plan, now);
  await insertActivities(db, access, id, plan, now);
  if (plan.tasks.length > 0) await insertTasks(db, access, id, plan.tasks, now);
  else await countProgress(db, id);
  return id;
}

async function insertPhases(db: Db, { diaryId }: ActivationAccess, id: string, plan: Plan, now: Date) {
  await db
    .insertInto("phase_progress")
    .values(
      plan.phases.map((phase) => ({
        id: uuidv7(),
        diary_id: diaryId,
        diary_program_id: id,
        phase_id: phase.phaseId,
        phase_title: phase.title,
        position: phase.position,
        // The initial status; triggers derive the current one from the task counts (`count_programs`).
        status: "upcoming",
        start_day: phase.startDay,
        end_day: phase.endDay,
        start_date: new Date(phase.start),
        end_date: new Date(phase.end),
        created_at: now,
      })),
    )
    .execute();
}

async function insertActivities(db: Db, { diaryId }: ActivationAccess, id: string, plan: Plan, now: Date) {
  if (plan.activities.length === 0) return;
  const phases = new Map(plan.phases.map((phase) => [phase.phaseId, phase]));
  await db
    .insertInto("activity_activations")
    .values(
      plan.activities.map((activity) => ({
        id: uuidv7(),
        diary_id: diaryId,
        diary_program_id: id,
        phase_id: activity.phaseId,
        activity_template_id: activity.activityTemplateId,
        activity_title: activity.title,
        is_recurring: activity.isRecurring,
        recurrence: activity.recurrence && JSON.stringify(activity.recurrence),
        frequency_words: activity.frequencyWords,
        warning: activity.warning && JSON.stringify(activity.warning),
        assigned_to: activity.isActive ? activity.assignedTo : null,
        is_active: activity.isActive,
        start_day: phases.get(activity.phaseId)!.startDay,
        start_date: new Date(phases.get(activity.phaseId)!.start),
        created_at: now,
      })),
    )
    .execute();
}

/** One statement: values shared by the occurrences of a task are sent once, their times as arrays. */
async function insertTasks(
  db: Db,
  { diaryId, userId, noteId }: ActivationAccess,
  id: string,
  tasks: readonly PlannedTask[],
  now: Date,
): Promise<void> {
  const kinds = new Map<string, { kind: number } & Record<string, unknown>>();
  const getKind = (task: PlannedTask): number => {
    const key = JSON.stringify([task.activityTemplateId, task.taskTemplateId]);
    const known = kinds.get(key);
    if (known) return known.kind;
    const kind = kinds.size;
    kinds.set(key, {
      kind,
      title: task.title,
      description: task.description,
      assigned_to: task.assignedTo,
      end_ms: task.endDate,
      is_recurring: task.isRecurring,
      recurrence: task.recurrence,
      recurrence_rule: task.recurrenceRule,
      phase_id: task.phaseId,
      activity_id: task.activityTemplateId,
      task_id: task.taskTemplateId,
    });
    return kind;
  };
  const kindOfEach = tasks.map(getKind);
  const seen = new Set<number>();
  const isFirstOfKind = kindOfEach.map((kind) => seen.size < seen.add(kind).size);
  await sql`
    insert into tasks (id, diary_id, note_id, title, description, assigned_to, assigned_at, assigned_by, date_only, scheduled_date, due_date,
      end_date, is_recurring, recurrence, recurrence_rule, linked_diary_program_id, phase_id, activity_template_id,
      task_template_id, occurrence_at, created_by, created_at, updated_at)
    select o.id, ${diaryId}::uuid, ${noteId}::uuid, k.title, k.description, k.assigned_to,
           -- One of each kind tells the assignee that they were given it.
           case when o.is_first and k.assigned_to is not null then ${now}::timestamptz end,
           case when o.is_first and k.assigned_to is not null then ${userId}::uuid end,
           o.date_only, ${time("o.scheduled")},
           ${time("o.due")}, ${time("k.end_ms")}, k.is_recurring, k.recurrence, k.recurrence_rule,
           ${id}::uuid, k.phase_id, k.activity_id, k.task_id, ${time("o.occurrence")}, ${userId}::uuid,
           ${now}::timestamptz, ${now}::timestamptz
      from unnest(${tasks.map(() => uuidv7())}::uuid[], ${kindOfEach}::int[],
                  ${tasks.map((task) => task.scheduledDate)}::bigint[],
                  ${tasks.map((task) => task.dueDate)}::bigint[],
                  ${tasks.map((task) => task.occurrenceAt)}::bigint[],
                  ${tasks.map((task) => task.dateOnly)}::boolean[],
                  ${isFirstOfKind}::boolean[])
             as o(id, kind, scheduled, due, occurrence, date_only, is_first)
      join jsonb_to_recordset(${JSON.stringify([...kinds.values()])}::jsonb) as k(kind int, title text, description text,
             assigned_to uuid, end_ms bigint, is_recurring boolean, recurrence jsonb, recurrence_rule text,
             phase_id text, activity_id text, task_id text) using (kind)`.execute(db);
}

/** Converts a column of epoch ms to a timestamp without rounding. */
const time = (column: string) => sql`(timestamptz 'epoch' + ${sql.ref(column)} * interval '1 millisecond')`;

/** Deletes an activated program with its tasks; returns the number of tasks and the program's id. */
export async function deleteProgram(db: Db, { diaryId, diaryProgramId }: OneProgram) {
  const { tasks } = await db
    .selectFrom("tasks")
    .select((eb) => eb.fn.countAll<number>().as("tasks"))
    .where("diary_id", "=", diaryId)
    .where("linked_diary_program_id", "=", diaryProgramId)
    .executeTakeFirstOrThrow();
  const { program_id } = await db
    .deleteFrom("diary_programs")
    .where("id", "=", diaryProgramId)
    .where("diary_id", "=", diaryId)
    .returning("program_id")
    .executeTakeFirstOrThrow();
  return { taskCount: tasks, programId: program_id };
}

/** Pauses an active program, until a given moment or indefinitely. @throws CareError when it isn't active */
export async function pauseProgram(
  db: Db,
  { diaryId, diaryProgramId }: OneProgram,
  until: number | undefined,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("diary_programs")
    .set({ status: "paused", paused_since: now, paused_until: until === undefined ? null : new Date(until) })
    .where("id", "=", diaryProgramId)
    .where("diary_id", "=", diaryId)
    .where("status", "=", "active")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new CareError("conflict", { key: "programrules.notActive" });
  await countProgress(db, diaryProgramId);
}

/** Resumes a paused program; its open tasks move by the days that passed. @throws CareError when it isn't paused */
export async function resumeProgram(
  db: Db,
  { diaryId, diaryProgramId }: OneProgram,
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom("diary_programs")
    .select("id")
    .where("id", "=", diaryProgramId)
    .where("diary_id", "=", diaryId)
    .where("status", "=", "paused")
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new CareError("conflict", { key: "programrules.notPaused" });
  await sql`select resume_program(${diaryProgramId}::uuid, ${now}::timestamptz)`.execute(db);
}

const countProgress = (db: Db, diaryProgramId: string) =>
  sql`select count_programs(array[${diaryProgramId}::uuid])`.execute(db);

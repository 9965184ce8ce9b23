import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { passForRuns } from "../../../test/escalation.ts";
import { api, careTeam, createNote, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { writeDigests } from "../../notifications/server/digest/digests.ts";
import { planTasks } from "../../notifications/server/plan/task_planner.ts";
import { addPerson, FIRST_SETUP } from "../rules.ts";
import { escalateDueRuns } from "./escalate.ts";

let service: Service;
let second: Service;
beforeAll(async () => {
  service = await startService();
  second = await service.startSecondNode();
});
afterAll(async () => {
  await second.close();
  await service.close();
});
beforeEach(async () => {
  await sql("delete from tasks");
  await sql("delete from notifications");
  await sql("delete from escalation_runs");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const errors: unknown[] = [];
const onError = (error: unknown) => void errors.push(error);
/** Both nodes take what is due. */
const escalate = async () => {
  await Promise.all([service, second].map(({ database }) => escalateDueRuns(database, { onError })));
  expect(errors).toEqual([]);
};

const setUp = (by: TestPerson, diaryId: string, people: TestPerson[], { version = 0, ...more } = {}) => {
  const setup = people.reduce((before, { userId }) => addPerson(before, userId), FIRST_SETUP);
  return by.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind: "task-due",
    setup: { ...setup, ...more, people: [...setup.people] },
    version,
  });
};

/** A task that became due a moment ago and is planned; returns its id. */
async function dueTask(
  diaryId: string,
  by: TestPerson,
  { assignedTo = null as string | null, noteId = null as string | null, ago = 1000 } = {},
): Promise<string> {
  const id = uuidv7();
  await sql(
    "update reminder_clocks set done_until = now() - make_interval(secs => $1), done_id = gen_random_uuid()",
    [ago / 1000 + 60],
  );
  await sql(
    `insert into tasks (id, diary_id, title, created_by, scheduled_date, assigned_to, note_id)
     values ($1, $2, 'Walk', $3, now() - make_interval(secs => $4), $5, $6)`,
    [id, diaryId, by.userId, ago / 1000, assignedTo, noteId],
  );
  await planTasks(service.database);
  return id;
}

/** Lets minutes pass for the runs. */
const pass = (minutes: number) => passForRuns(service, minutes);
/** Passes minutes one by one, as two nodes that look all the time would see them. */
async function watch(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 5) {
    await pass(5);
    await escalate();
  }
}

const NAMES = new Map<string, string>();
async function team() {
  const people = await careTeam(service);
  const { owner, admin, caregiver, viewer } = people;
  for (const [name, { userId }] of Object.entries({ owner, admin, caregiver, viewer }))
    NAMES.set(userId, name);
  return people;
}
/** Who was told what, in order: "caregiver again". */
const told = async (taskId: string) =>
  (
    await sql(
      "select user_id, step from notifications where subject_id = $1 and kind = 'escalation' order by made_at, step, id",
      [taskId],
    )
  ).map(({ user_id, step }) => `${NAMES.get(user_id)} ${step}`);
const runOf = async (taskId: string) =>
  (await sql("select * from escalation_runs where subject_id = $1", [taskId]))[0];
const finish = (by: TestPerson, taskId: string, status: "completed" | "cancelled" = "completed") =>
  by.http.mutation(api.tasks.updateTask, { taskId, status });

it("opens nothing where nothing is set up", async () => {
  const { owner, diaryId } = await team();
  await dueTask(diaryId, owner, { assignedTo: owner.userId });
  expect(await sql("select 1 as one from escalation_runs")).toEqual([]);
});

it("reminds the assignee three times, then notifies the next member, then all leaders, each once from two nodes", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await escalate();
  expect(await told(task)).toEqual([]);
  await watch(30);
  expect(await told(task)).toEqual(["caregiver again", "caregiver again", "caregiver again"]);
  await watch(25);
  expect(await told(task)).toHaveLength(3);
  await watch(5);
  expect((await told(task)).slice(3)).toEqual(["admin next"]);
  await watch(35);
  expect((await told(task)).slice(4).sort()).toEqual(["admin leaders", "owner leaders"]);
  await watch(60);
  expect(await told(task)).toHaveLength(6);
  expect(await runOf(task)).toMatchObject({ state: "open", step: 5 });
  // Of several only the newest is unseen.
  const unseen = await sql(
    "select step from notifications where user_id = $1 and seen_at is null and run_id is not null",
    [admin.userId],
  );
  expect(unseen).toEqual([{ step: "leaders" }]);
});

it("ends with the task, in its transaction: done, skipped, moved, deleted, also by two at once", async () => {
  const { owner, caregiver, admin, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  const tasks = [];
  for (let n = 0; n < 4; n++) tasks.push(await dueTask(diaryId, owner, { assignedTo: caregiver.userId }));
  const [done, skipped, moved, deleted] = tasks as [string, string, string, string];
  await Promise.all([finish(caregiver, done), finish(admin, done)]);
  await finish(owner, skipped, "cancelled");
  await owner.http.mutation(api.tasks.updateTask, { taskId: moved, scheduledDate: Date.now() + HOUR });
  await owner.http.mutation(api.tasks.deleteTask, { taskId: deleted });
  const runs = await sql("select subject_id, state, closed_by, closed_at from escalation_runs");
  expect(runs.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
  const closedBy = (task: string) => runs.find(({ subject_id }) => subject_id === task).closed_by;
  expect([caregiver.userId, admin.userId]).toContain(closedBy(done));
  expect(closedBy(skipped)).toBe(owner.userId);
  await watch(100);
  for (const task of tasks) expect(await told(task)).toEqual([]);
});

it("takes no step while a task is being finished, and none after it", async () => {
  const { owner, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, []);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await escalate();
  await pass(10);
  const client = await service.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "update tasks set status = 'completed', completed_at = now(), completed_by = $2 where id = $1",
      [task, caregiver.userId],
    );
    // The run is locked by whoever finishes the task, so no node takes it.
    await escalate();
    await client.query("commit");
  } finally {
    client.release();
  }
  await escalate();
  expect(await told(task)).toEqual([]);
  expect(await runOf(task)).toMatchObject({ state: "done", closed_by: caregiver.userId });
});

it("skips former members and members who may not do or see it any more, without waiting for them", async () => {
  const { owner, admin, caregiver, viewer, diaryId } = await team();
  await setUp(owner, diaryId, [admin, caregiver]);
  const task = await dueTask(diaryId, owner, { assignedTo: viewer.userId });
  await watch(55);
  await sql("update members set role = 'extended' where diary_id = $1 and user_id = $2", [
    diaryId,
    admin.userId,
  ]);
  await watch(10);
  expect((await told(task)).slice(3)).toEqual(["caregiver next"]);
  await watch(30);
  expect((await told(task)).slice(4)).toEqual(["owner leaders"]);
  // The private note of somebody: only they see what belongs to it.
  const noteId = await createNote(caregiver, diaryId, { visibility: "private" });
  const secret = await dueTask(diaryId, caregiver, { noteId });
  await watch(100);
  expect(new Set(await told(secret))).toEqual(new Set(["caregiver again", "caregiver next"]));
});

it("goes on without the assignee: the task of a former member is for its first recipients", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await watch(10);
  await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, caregiver.userId]);
  await watch(10);
  // Nobody can be reminded, so the next person is told at once, and the others at their distance.
  expect(await told(task)).toEqual(["admin next"]);
  await watch(25);
  expect(await told(task)).toHaveLength(1);
  await watch(5);
  expect((await told(task)).slice(1).sort()).toEqual(["admin leaders", "owner leaders"]);
});

it("notifies all leaders when the list is empty", async () => {
  const { owner, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, []);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await watch(90);
  expect((await told(task)).slice(3).sort()).toEqual(["admin leaders", "owner leaders"]);
});

it("goes on under a changed plan: no member is notified twice, a new and late one at once, and turned off it ends", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await watch(70);
  expect((await told(task)).slice(3)).toEqual(["admin next"]);
  // The owner is added before the admin: their time has passed.
  await setUp(owner, diaryId, [owner, admin], { version: 1 });
  await escalate();
  expect((await told(task)).slice(4)).toEqual(["owner next"]);
  await watch(40);
  expect(await told(task)).toHaveLength(5);
  await owner.http.mutation(api.escalation.setEscalation, {
    diaryId,
    kind: "task-due",
    setup: null,
    version: 2,
  });
  expect(await runOf(task)).toMatchObject({ state: "off", closed_by: owner.userId });
  await watch(60);
  expect(await told(task)).toHaveLength(5);
});

it("ends as stale after half a day", async () => {
  const { owner, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, []);
  const task = await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await watch(90);
  await pass(12 * 60 - 95);
  await escalate();
  expect(await runOf(task)).toMatchObject({ state: "open" });
  await pass(10);
  await escalate();
  expect(await runOf(task)).toMatchObject({ state: "stale", next_at: null });
  // Whoever was told and those who lead read it in their digests, and nobody is rung up for it.
  expect((await told(task)).filter((line) => line.endsWith("stale")).sort()).toEqual([
    "admin stale",
    "caregiver stale",
    "owner stale",
  ]);
  const deliveries = await sql(
    `select d.channel, d.outcome, count(*)::int as n from notification_deliveries d
       join notifications n on n.id = d.notification_id where n.subject_id = $1 and n.step = 'stale' group by 1, 2`,
    [task],
  );
  expect(deliveries).toEqual([{ channel: "digest", outcome: null, n: 3 }]);
  // No device has said the owner's clock: the notebook's holds.
  await sql("delete from notification_settings where user_id <> $1", [owner.userId]);
  await sql("update notification_settings set next_digest_at = now()");
  await sql("delete from mail_outbox");
  expect(
    await writeDigests({
      database: service.database,
      vault: service.vault,
      baseUrl: service.url,
      unsubscribe: service.unsubscribe,
    }),
  ).toBe(1);
  const [letter] = await sql("select text_body as text from mail_outbox");
  expect(letter.text).toContain("A reminder has no answer");
  // The handover says it too, to those who may see what is running.
  await sql("update tasks set scheduled_date = now() - interval '2 days' where id = $1", [task]);
  const overdue = async (by: TestPerson) =>
    (await by.http.query(api.handover.getHandover, { diaryId, at: Date.now() } as never)).overdue.shown;
  expect(await overdue(caregiver)).toMatchObject([{ id: task, unanswered: true }]);
});

it("repeats an unassigned reminder to one member at a time, in rotation", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, []);
  const task = await dueTask(diaryId, owner);
  const first = await sql("select user_id from notifications where subject_id = $1 and run_id is null", [
    task,
  ]);
  expect(new Set(first.map(({ user_id }) => user_id))).toEqual(
    new Set([owner, admin, caregiver].map(({ userId }) => userId)),
  );
  await watch(10);
  expect(await told(task)).toHaveLength(1);
  await watch(20);
  expect((await told(task)).sort()).toEqual(["admin again", "caregiver again", "owner again"]);
});

it("after the server was away begins from now, goes on at the same distances, and pursues nothing of the day before", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  const late = await dueTask(diaryId, owner, { assignedTo: caregiver.userId, ago: 2 * HOUR });
  await watch(5);
  expect(await told(late)).toEqual([]);
  await watch(5);
  expect(await told(late)).toEqual(["caregiver again"]);
  // Away for an hour in the middle: one message, not four.
  await pass(60);
  await escalate();
  expect(await told(late)).toEqual(["caregiver again", "caregiver again"]);
  await watch(10);
  expect(await told(late)).toHaveLength(3);
  await watch(30);
  expect((await told(late)).slice(3)).toEqual(["admin next"]);
  const lost = await dueTask(diaryId, owner, { assignedTo: caregiver.userId, ago: 7 * HOUR });
  expect(await runOf(lost)).toBeUndefined();
});

it("takes each step of many runs once from two nodes", async () => {
  const { owner, admin, caregiver, diaryId } = await team();
  await setUp(owner, diaryId, [admin]);
  for (let n = 0; n < 20; n++) await dueTask(diaryId, owner, { assignedTo: caregiver.userId });
  await watch(90);
  const counts = await sql(
    "select step, count(*)::int as n, count(distinct (subject_id, user_id, dedupe))::int as d from notifications where kind = 'escalation' group by step order by step",
  );
  expect(counts).toEqual([
    { step: "again", n: 60, d: 60 },
    { step: "leaders", n: 40, d: 40 },
    { step: "next", n: 20, d: 20 },
  ]);
  const distances = await sql("select distinct step from escalation_runs");
  expect(distances).toEqual([{ step: 5 }]);
  expect(MINUTE).toBe(60_000);
});

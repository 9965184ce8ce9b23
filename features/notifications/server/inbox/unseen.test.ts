import { expect, it } from "vitest";
import { withFreshTeam } from "../../../../test/fresh_team.ts";
import { tellOf } from "../../../../test/notifications.ts";
import { api } from "../../../../test/people.ts";
import { statementsDuring } from "../../../../test/statements.ts";

const fresh = withFreshTeam();
const { sql } = fresh;

const taskOf = async () =>
  (await fresh.team.owner.http.mutation(api.tasks.createTask, {
    diaryId: fresh.team.diaryId,
    title: "Walk",
  } as never)) as string;
const tell = (kind: Parameters<typeof tellOf>[2], type: string, id: string, group?: string) =>
  tellOf(fresh.service, fresh.team.owner, kind, {
    type,
    id,
    diaryId: fresh.team.diaryId,
    ...(group && { group }),
  });
const unseen = async (args: Record<string, string>) =>
  (await fresh.team.owner.http.query(api.notifications.listUnseen, args as never)).map(
    ({ notificationId }) => notificationId,
  );

it("lists reminders of tasks or of a notebook's doses for a list, and all notifications of an open task for its dialog", async () => {
  const [task, other] = [await taskOf(), await taskOf()];
  const due = await tell("task-due", "task", task);
  const given = await tell("assigned", "task", task);
  const said = await tell("comment", "comment", crypto.randomUUID(), `comment ${task}`);
  const ofOther = await tell("task-due", "task", other);
  const dose = await tell("dose-due", "dose", crypto.randomUUID());
  const done = await tell("task-due", "task", other, "earlier");
  await sql("update notifications set done_at = now() where id = $1", [done]);
  expect((await unseen({ subjectType: "task" })).sort()).toEqual([due, ofOther].sort());
  expect((await unseen({ subjectType: "task", taskId: task })).sort()).toEqual([due, given, said].sort());
  expect(await unseen({ subjectType: "dose", diaryId: fresh.team.diaryId })).toEqual([dose]);
  expect(await unseen({ subjectType: "dose", diaryId: crypto.randomUUID() })).toEqual([]);
  expect(await unseen({ subjectType: "dose", diaryId: "no id" })).toEqual([]);
});

it("marks one's own as seen and no others; due tasks are still to be done", async () => {
  const task = await taskOf();
  const due = await tell("task-due", "task", task);
  const { owner, caregiver } = fresh.team;
  await caregiver.http.mutation(api.notifications.markManySeen, { notificationIds: [due] });
  expect(await unseen({ subjectType: "task" })).toEqual([due]);
  await owner.http.mutation(api.notifications.markManySeen, { notificationIds: [due, "no id"] });
  expect(await unseen({ subjectType: "task" })).toEqual([]);
  expect(await sql("select seen_at is not null as seen, done_at from notifications")).toEqual([
    { seen: true, done_at: null },
  ]);
});

it("finds unseen notifications by the index, however many were seen", async () => {
  await tell("task-due", "task", await taskOf());
  await sql(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, seen_at)
     select gen_random_uuid(), gen_random_uuid()::text, m.user_id, m.diary_id, 'task-due', 'task', gen_random_uuid(), '', now(),
            now()
       from members m cross join generate_series(1, 2000) where m.diary_id = $1`,
    [fresh.team.diaryId],
  );
  await sql("analyze notifications");
  const statements = await statementsDuring(() => unseen({ subjectType: "task" }));
  const reading = statements.filter(({ text }) => text.includes('from "notifications"'));
  expect(reading).toHaveLength(1);
  const plan = JSON.stringify(await sql(`explain ${reading[0]!.text}`, reading[0]!.values as unknown[]));
  expect(plan).toContain("notifications_unseen");
  expect(plan).not.toContain("Seq Scan on notifications");
});

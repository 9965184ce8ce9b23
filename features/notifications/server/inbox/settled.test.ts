import { expect, it } from "vitest";
import { give, skip } from "../../../../test/doses.ts";
import { withFreshTeam } from "../../../../test/fresh_team.ts";
import { beginAt } from "../../../../test/moment.ts";
import { tellOf } from "../../../../test/notifications.ts";
import {
  api,
  createComment,
  createNote,
  insertDiaryProgram,
  type TestPerson,
} from "../../../../test/people.ts";
import { beganDaysAgo, doseIn, planOf } from "../../../../test/plans.ts";
import { ADDRESSED_KINDS, isAddressed, toBellKey } from "../../rules/addressed.ts";
import type { EscalationStep } from "../../rules/escalation-words.ts";
import { KINDS, type Kind } from "../../rules.ts";
import { addressed, bellKey } from "./addressed.ts";

/** Each kind of notification, settled in each way in which people settle it: the bell is 0 then. */

const fresh = withFreshTeam(beginAt());
const { sql } = fresh;

const count = async (person: TestPerson) =>
  (await person.http.query(api.notifications.countUnseen, {})).unseen;
const inbox = async (person: TestPerson, isWaiting = false) =>
  (
    await person.http.query(api.notifications.pageNotifications, {
      paginationOpts: { numItems: 50, cursor: null },
      isWaiting,
    })
  ).page;
/** As an open note, task or program does after a moment. */
const open = async (person: TestPerson, subjectType: "note" | "task" | "program", subjectId: string) => {
  const unseen = await person.http.query(api.notifications.listUnseen, { subjectType, subjectId });
  await person.http.mutation(api.notifications.markManySeen, {
    notificationIds: unseen.map(({ notificationId }) => notificationId),
  });
};
const assign = (assignedTo?: string, more: object = {}) =>
  fresh.team.owner.http.mutation(api.tasks.createTask, {
    diaryId: fresh.team.diaryId,
    title: "Wash her hair",
    ...(assignedTo && { assignedTo }),
    ...more,
  } as never) as Promise<string>;

/** A due task of nobody, of which the owner, the admin and the caregiver are told. */
async function dueTask(): Promise<string> {
  const { owner, admin, caregiver, diaryId } = fresh.team;
  const id = await assign(undefined, { scheduledDate: Date.now() });
  for (const person of [owner, admin, caregiver])
    await tellOf(fresh.service, person, "task-due", { type: "task", id, diaryId });
  return id;
}

const update = (person: TestPerson, taskId: string, change: object) =>
  person.http.mutation(api.tasks.updateTask, { taskId, ...change } as never);

it("settles an assigned task by opening it, doing it, taking it away, or deleting it", async () => {
  const { owner, admin, caregiver } = fresh.team;
  const ways: Record<string, (taskId: string) => Promise<unknown>> = {
    opened: (taskId) => open(caregiver, "task", taskId),
    done: (taskId) => update(caregiver, taskId, { status: "completed" }),
    "done by another member": (taskId) => update(admin, taskId, { status: "completed" }),
    cancelled: (taskId) => update(owner, taskId, { status: "cancelled" }),
    "given to another member": (taskId) => update(owner, taskId, { assignedTo: admin.userId }),
    deleted: (taskId) => owner.http.mutation(api.tasks.deleteTask, { taskId } as never),
    "read among the news": () =>
      caregiver.http.mutation(api.updates.markAllRead, { upTo: Date.now() + 1000 }),
  };
  for (const [way, settle] of Object.entries(ways)) {
    const taskId = await assign(caregiver.userId);
    expect(await count(caregiver), way).toBe(1);
    await settle(taskId);
    expect(await count(caregiver), way).toBe(0);
  }
});

it("settles a due task for everybody when a member does, cancels, moves, takes or deletes it", async () => {
  const { owner, admin, caregiver } = fresh.team;
  const all = () => Promise.all([owner, admin, caregiver].map(count));
  const ways: Record<string, (taskId: string) => Promise<unknown>> = {
    done: (taskId) => update(caregiver, taskId, { status: "completed" }),
    cancelled: (taskId) => update(admin, taskId, { status: "cancelled" }),
    moved: (taskId) => update(admin, taskId, { scheduledDate: Date.now() + 86_400_000 }),
    deleted: (taskId) => owner.http.mutation(api.tasks.deleteTask, { taskId } as never),
  };
  for (const [way, settle] of Object.entries(ways)) {
    const taskId = await dueTask();
    expect(await all(), way).toEqual([1, 1, 1]);
    await settle(taskId);
    expect(await all(), way).toEqual([0, 0, 0]);
  }
  const taskId = await dueTask();
  await update(owner, taskId, { assignedTo: owner.userId });
  expect(await all(), "its assignee alone keeps the reminder").toEqual([1, 0, 0]);
});

it("settles the reminders of a paused program's tasks", async () => {
  const { owner, diaryId } = fresh.team;
  const programId = await insertDiaryProgram(fresh.service, diaryId, owner.userId);
  const taskId = await dueTask();
  await sql(
    "update tasks set linked_diary_program_id = $2, activity_template_id = 'a', occurrence_at = now() where id = $1",
    [taskId, programId],
  );
  expect(await count(owner)).toBe(1);
  await sql("update diary_programs set status = 'paused', paused_since = now() where id = $1", [programId]);
  expect(await count(owner)).toBe(0);
});

it("settles a dose for everybody when it is given or skipped, or its plan ends; its messages are one subject", async () => {
  const { owner, admin, caregiver, diaryId } = fresh.team;
  const { schedule, slot } = doseIn(-5);
  const all = () => Promise.all([owner, admin, caregiver].map(count));
  const dueDose = async () => {
    const id = await planOf(owner, diaryId, "ramipril", schedule);
    await beganDaysAgo(fresh.service.database.pool, id, 3);
    for (const person of [owner, admin, caregiver])
      for (const kind of ["dose-due", "dose-missed", "escalation"] as const) {
        const told = await tellOf(fresh.service, person, kind, { type: "dose", id, diaryId });
        await sql("update notifications set slot = $2 where id = $1", [told, slot]);
      }
    return id;
  };
  const given = await dueDose();
  expect(await all()).toEqual([1, 1, 1]);
  await give(caregiver, given, { slot });
  expect(await all()).toEqual([0, 0, 0]);
  const page = await inbox(owner);
  expect(new Set(page.map(({ bellKey }) => bellKey)).size).toBe(1);
  expect(page[0]!.settled).toMatchObject({ how: "given", byName: "Clara Caregiver", isOwn: false });
  const skipped = await dueDose();
  await skip(caregiver, skipped, slot);
  expect(await all()).toEqual([0, 0, 0]);
  const [newest] = await inbox(caregiver);
  expect(newest!.settled).toMatchObject({ how: "not-given", isOwn: true });
  const ended = await dueDose();
  await owner.http.mutation(api.plans.endPlan, { planId: ended });
  expect(await all()).toEqual([0, 0, 0]);
});

it("settles mentions by opening what they are on, also when it was read before, and by its deletion", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  const mentions = [caregiver.userId];
  const note = await createNote(owner, diaryId, { title: "Breakfast" });
  const taskId = await assign();
  const programId = await insertDiaryProgram(fresh.service, diaryId, owner.userId);
  for (const [type, id] of [
    ["note", note],
    ["task", taskId],
    ["program", programId],
  ] as const) {
    await createComment(owner, diaryId, id, { targetType: type, mentions });
    await createComment(owner, diaryId, id, { targetType: type, mentions });
    expect(await count(caregiver), `two mentions on one ${type}`).toBe(1);
    await open(caregiver, type, id);
    expect(await count(caregiver), type).toBe(0);
  }
  await createComment(owner, diaryId, note, { mentions });
  const [asked] = await inbox(caregiver, true);
  expect(asked!.settled).toBeNull();
  await createComment(caregiver, diaryId, note);
  await caregiver.http.mutation(api.notifications.markSeen, { notificationId: asked!._id });
  expect((await inbox(caregiver))[0]!.settled).toMatchObject({ how: "answered" });
  const commentId = await createComment(owner, diaryId, note, { mentions });
  expect(await count(caregiver)).toBe(1);
  await owner.http.mutation(api.comments.deleteComment, { commentId });
  expect(await count(caregiver)).toBe(0);
  await createComment(owner, diaryId, note, { mentions });
  expect(await count(caregiver)).toBe(1);
  await owner.http.mutation(api.notes.deleteNote, { noteId: note } as never);
  expect(await count(caregiver)).toBe(0);
});

it("doesn't count news: notes, comments on one's own note, new members, and who is on an escalation", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  for (const kind of ["note", "comment", "member-joined"] as const)
    await tellOf(fresh.service, owner, kind, { type: "note", id: crypto.randomUUID(), diaryId });
  const id = await tellOf(fresh.service, owner, "escalation", { type: "task", id: await assign(), diaryId });
  expect(await count(owner)).toBe(1);
  await sql("update notifications set step = 'taken' where id = $1", [id]);
  expect(await count(owner)).toBe(0);
  expect(await inbox(owner, true)).toEqual([]);
  expect(await count(caregiver)).toBe(0);
});

it("counts security messages until each is opened, and at most ten subjects", async () => {
  const { owner, diaryId } = fresh.team;
  await sql(
    `insert into notifications (id, dedupe, user_id, kind, subject_kind, group_key, due_at, act)
     select gen_random_uuid(), 'security ' || n || $1, $1::uuid, 'security', 'account', 'security', now(), 'password-changed'
       from generate_series(1, 2) n`,
    [owner.userId],
  );
  expect(await count(owner)).toBe(2);
  for (const { _id } of await inbox(owner))
    await owner.http.mutation(api.notifications.markSeen, { notificationId: _id });
  expect(await count(owner)).toBe(0);
  for (let n = 0; n < 12; n++)
    await tellOf(fresh.service, owner, "mentioned", { type: "note", id: crypto.randomUUID(), diaryId });
  expect(await count(owner)).toBe(10);
});

it("decides in SQL as in TypeScript what is addressed, and what is one subject", async () => {
  const { owner, diaryId } = fresh.team;
  await sql(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, slot, group_key, due_at, step, act)
     select gen_random_uuid(), gen_random_uuid()::text, $1, case when kind <> 'security' then $2::uuid end, kind, subject,
            id, slot, grp, now(), step, case when kind = 'security' then 'passkey-added' end
       from unnest($3::text[]) kind, unnest(array['task', 'comment', 'dose', 'note']) subject,
            unnest(array[null, gen_random_uuid()]) id, unnest(array[null, '2026-11-28T08:00[UTC]']) slot,
            unnest(array['', 'comment ' || gen_random_uuid(), 'note x']) grp,
            unnest(array[null, 'again', 'next', 'leaders', 'taken', 'stale']) step`,
    [owner.userId, diaryId, KINDS],
  );
  const rows = await fresh.service.database.db
    .selectFrom("notifications")
    .select(["id", "kind", "step", "subject_kind", "subject_id", "slot", "group_key"])
    .select([addressed.as("addressed"), bellKey.as("key")])
    .execute();
  expect(rows.length).toBeGreaterThan(3000);
  const different = rows.filter(
    (row) =>
      row.addressed !== isAddressed({ kind: row.kind as Kind, step: row.step as EscalationStep | null }) ||
      row.key !== toBellKey(row),
  );
  expect(different).toEqual([]);
  expect(ADDRESSED_KINDS.every((kind) => KINDS.includes(kind))).toBe(true);
});

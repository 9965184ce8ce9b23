import { afterAll, beforeAll, expect, it } from "vitest";
import { toDayInZone } from "../../lib/dates/zone-day.ts";
import { givenArgs, nextSlot } from "../doses.ts";
import { createLoopClock } from "../fake_clock.ts";
import { beginAt } from "../moment.ts";
import { api, careTeam, createComment, createNote, noteArguments } from "../people.ts";
import { everyDayAt, planOf, whenNeeded } from "../plans.ts";
import type { Service } from "../service.ts";
import { type Cost, measureCost } from "./costs.ts";

/**
 * What calls cost, counted: statements and written rows. No clock is read. The numbers in calls.json are what the last change
 * has reached; one that costs more or less fails until its number is changed on purpose, by `npx vitest run test/budgets -u` and
 * with the reason in the commit.
 */

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  // Its loops rest: they would be counted with the calls.
  service = await startService({ clock: createLoopClock() });
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Adds members without a session to a notebook, with a confirmed address and a phone. */
async function addMembers(diaryId: string, count: number): Promise<void> {
  await sql(
    `with people as (
       insert into users (id, clerk_user_id, email, name, email_verified)
       select gen_random_uuid(), 'member ' || n || $1, 'm' || n || '.' || $1 || '@example.org', 'Member ' || n, true
         from generate_series(1, $2::int) n returning id),
     phones as (
       insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
       select gen_random_uuid(), id, 'push', '\\x00', sha256(convert_to('phone of ' || id, 'UTF8')) from people)
     insert into members (id, diary_id, user_id, role) select gen_random_uuid(), $1::uuid, id, 'member' from people`,
    [diaryId, count],
  );
  await sql("analyze members, users, notification_targets");
}

/** Each call of a fresh notebook with so many further members, with what it costs. */
async function costsWith(members: number): Promise<Record<string, Cost>> {
  const { diaryId, owner, admin, caregiver, viewer } = await careTeam(service);
  await addMembers(diaryId, members);
  const { http } = caregiver;
  const noteId = await createNote(owner, diaryId);
  const opened = await createNote(owner, diaryId);
  const commentId = await createComment(caregiver, diaryId, noteId);
  const taskId = (await http.mutation(api.tasks.createTask, { diaryId, title: "Walk" })) as string;
  const given = (await http.mutation(api.tasks.createTask, { diaryId, title: "Cook" })) as string;
  const planId = await planOf(owner, diaryId, "torasemid", everyDayAt("00:00", "12:00", "23:59"));
  const neededId = await planOf(owner, diaryId, "ibuprofen", whenNeeded());
  const { slot } = await nextSlot(caregiver, diaryId, planId);
  const { diaryId: _, type: __, ...changed } = noteArguments(diaryId);
  const today = toDayInZone(Date.now(), "UTC");
  const calls: Record<string, () => Promise<unknown>> = {
    "notes.createNote": () => createNote(caregiver, diaryId),
    "notes.createNote, private": () => createNote(caregiver, diaryId, { visibility: "private" }),
    "notes.createNote, mentioning one": () => createNote(caregiver, diaryId, { mentions: [owner.userId] }),
    "notes.updateNote": () =>
      owner.http.mutation(api.notes.updateNote, {
        ...changed,
        noteId,
        title: "A loud morning",
      } as never),
    "notes.listNotes": () => http.query(api.notes.listNotes, { diaryId }),
    "notes.getNote": () => http.query(api.notes.getNote, { noteId }),
    "comments.createComment": () => createComment(caregiver, diaryId, noteId),
    "comments.createComment, mentioning one": () =>
      createComment(caregiver, diaryId, noteId, { mentions: [admin.userId] }),
    "comments.updateComment": () =>
      http.mutation(api.comments.updateComment, { commentId, content: "Slept badly" } as never),
    "tasks.createTask": () => http.mutation(api.tasks.createTask, { diaryId, title: "Shop" }),
    "tasks.createTask, for another member": () =>
      http.mutation(api.tasks.createTask, { diaryId, title: "Shop", assignedTo: owner.userId }),
    "tasks.updateTask, given to another member": () =>
      http.mutation(api.tasks.updateTask, { taskId: given, assignedTo: owner.userId }),
    "tasks.updateTask, completed": () => http.mutation(api.tasks.updateTask, { taskId, status: "completed" }),
    "tasks.listMyTasks": () => http.query(api.tasks.listMyTasks, { filter: "all" } as never),
    "doses.claimDose": () =>
      http.mutation(api.doses.claimDose, {
        entryId: crypto.randomUUID(),
        planId,
        slot: slot!,
      } as never),
    "doses.recordDose, planned": () =>
      http.mutation(api.doses.recordDose, givenArgs(planId, { slot }) as never),
    "doses.recordDose, when needed": () => http.mutation(api.doses.recordDose, givenArgs(neededId) as never),
    "doses.listDoses": () => http.query(api.doses.listDoses, { diaryId, fromDay: today, toDay: today }),
    "updates.markRead": () =>
      http.mutation(api.updates.markRead, { targetType: "note", targetId: opened, upTo: Date.now() }),
    "updates.markAllRead": () => http.mutation(api.updates.markAllRead, { upTo: Date.now() }),
    "updates.listNew": () => viewer.http.query(api.updates.listNew, {}),
    "notifications.countUnseen": () => http.query(api.notifications.countUnseen, {}),
    "notifications.markAllSeen": () => http.mutation(api.notifications.markAllSeen, { upTo: Date.now() }),
    "handover.getHandover": () => http.query(api.handover.getHandover, { diaryId, at: Date.now() } as never),
    "diaries.listMyDiaries": () => http.query(api.diaries.listMyDiaries, {}),
    "diaries.getDiary": () => http.query(api.diaries.getDiary, { diaryId }),
    "members.listMembers": () => http.query(api.members.listMembers, { diaryId }),
    "comments.listComments": () =>
      http.query(api.comments.listComments, { targetType: "note", targetId: noteId }),
    "tasks.getTask": () => http.query(api.tasks.getTask, { taskId }),
    "tasks.listNoteTasks": () => http.query(api.tasks.listNoteTasks, { noteId }),
    "plans.listPlans": () => http.query(api.plans.listPlans, { diaryId }),
    "plans.createPlan": () => planOf(owner, diaryId, "vitamin", whenNeeded()),
    "plans.endPlan": () => owner.http.mutation(api.plans.endPlan, { planId: neededId } as never),
    "pauses.startPause": () =>
      owner.http.mutation(api.pauses.startPause, {
        diaryId,
        kind: "hospital",
        planIds: null,
        fromAt: Date.now(),
        untilAt: null,
      }),
    "search.searchEverything": () =>
      http.query(api.search.searchEverything, { text: "morning", diaryId } as never),
    "visits.getVisit": () => http.query(api.visits.getVisit, { diaryId, at: Date.now() }),
    "notifications.getSettings": () => http.query(api.notifications.getSettings, {}),
    "notes.deleteNote": () => owner.http.mutation(api.notes.deleteNote, { noteId: opened }),
    "comments.deleteComment": () => http.mutation(api.comments.deleteComment, { commentId }),
    "tasks.deleteTask": () => http.mutation(api.tasks.deleteTask, { taskId: given }),
    "home.getHomeRecent": () => http.query(api.home.getHomeRecent, {} as never),
  };
  const costs: Record<string, Cost> = {};
  for (const [name, call] of Object.entries(calls)) costs[name] = await measureCost(service, call);
  return costs;
}

it("costs the same with 2 and with 200 further members, and what is committed", {
  timeout: 180_000,
}, async () => {
  const few = await costsWith(2);
  expect(await costsWith(200)).toEqual(few);
  await expect(`${JSON.stringify(few, null, 2)}\n`).toMatchFileSnapshot("calls.json");
});

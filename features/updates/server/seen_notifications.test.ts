import { expect, it } from "vitest";
import { withFreshTeam } from "../../../test/fresh_team.ts";
import { tellOf } from "../../../test/notifications.ts";
import { addMember, api, createNote, createPerson, type TestPerson } from "../../../test/people.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { queueDueMails } from "../../notifications/server/deliver/mails.ts";
import { planEvents } from "../../notifications/server/plan/event_planner.ts";

const fresh = withFreshTeam();
const { sql } = fresh;

/** Resolves in a later millisecond of PostgreSQL's clock, so that what is written then is newer. */
async function nextMillisecond(): Promise<void> {
  const read = async () =>
    (await sql("select floor(extract(epoch from clock_timestamp()) * 1000) as ms"))[0].ms;
  const begun = await read();
  while ((await read()) === begun);
}
/** Chooses to be notified of new notes at once. */
const wantNotes = ({ http }: TestPerson) =>
  http.mutation(api.notifications.setRule, { kind: "note", channel: "push", mode: "now" });
/** The kinds that a person hasn't seen. */
const unseen = async ({ userId }: TestPerson) =>
  (
    await sql("select kind from notifications where user_id = $1 and seen_at is null order by kind", [userId])
  ).map(({ kind }) => kind);
const comment = (by: TestPerson, noteId: string, args: object = {}) =>
  by.http.mutation(api.comments.createComment, {
    diaryId: fresh.team.diaryId,
    targetType: "note",
    targetId: noteId,
    content: "Slept well",
    ...args,
  } as never);
const newest = async (person: TestPerson, thingId: string) =>
  (await person.http.query(api.updates.listNew, {})).groups.find(({ thing }) => thing.id === thingId)!.at;
const read = (person: TestPerson, targetType: "note" | "task", targetId: string, upTo: number) =>
  person.http.mutation(api.updates.markRead, { targetType, targetId, upTo });
const task = (by: TestPerson, args: object = {}) =>
  by.http.mutation(api.tasks.createTask, { diaryId: fresh.team.diaryId, title: "Walk", ...args } as never);

it("sees what it says of an opened note, its comments and mentions, up to what was shown, and of nothing else", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  await wantNotes(caregiver);
  const noteId = await createNote(owner, diaryId, { visibility: "team" });
  const other = await createNote(owner, diaryId, { visibility: "team" });
  await comment(caregiver, noteId);
  await comment(caregiver, noteId, { mentions: [owner.userId] });
  const shown = await newest(owner, noteId);
  await comment(caregiver, other);
  await tellOf(fresh.service, owner, "task-due", {
    type: "task",
    id: (await task(owner)) as string,
    diaryId,
  });
  await nextMillisecond();
  await comment(caregiver, noteId);
  expect(await unseen(owner)).toEqual(["comment", "comment", "comment", "mentioned", "task-due"]);
  const before = await unseen(caregiver);
  expect(before).toEqual(["note", "note"]);
  await read(owner, "note", noteId, shown);
  expect(await unseen(owner)).toEqual(["comment", "comment", "task-due"]);
  await read(owner, "note", noteId, await newest(owner, noteId));
  expect(await unseen(owner)).toEqual(["comment", "task-due"]);
  // Others haven't seen it.
  expect(await unseen(caregiver)).toEqual(before);
  await read(caregiver, "note", noteId, await newest(caregiver, noteId));
  expect(await unseen(caregiver)).toEqual(["note"]);
});

it("writes no letter of a comment on a note that was opened meanwhile", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  await sql("update notifications set seen_at = now()");
  for (const kind of ["comment", "note"] as const)
    await owner.http.mutation(api.notifications.setRule, { kind, channel: "mail", mode: "now" } as never);
  const opened = await createNote(owner, diaryId, { visibility: "team" });
  const unopened = await createNote(owner, diaryId, { visibility: "team" });
  await comment(caregiver, opened);
  await comment(caregiver, unopened);
  await planEvents(fresh.service.database);
  await read(owner, "note", opened, await newest(owner, opened));
  await sql("update notification_deliveries set next_attempt_at = now() where channel = 'mail'");
  expect(
    await queueDueMails({
      database: fresh.service.database,
      baseUrl: fresh.service.url,
      unsubscribe: fresh.service.unsubscribe,
    }),
  ).toBe(1);
  const outcomes = await sql(
    `select d.outcome from notification_deliveries d join notifications n on n.id = d.notification_id
      where n.user_id = $1 and d.channel = 'mail' order by 1`,
    [owner.userId],
  );
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["seen", "sent"]);
});

it("sees what a task says when it is opened; what is due is still to be done", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  const taskId = (await task(caregiver, { assignedTo: owner.userId })) as string;
  await tellOf(fresh.service, owner, "task-due", { type: "task", id: taskId, diaryId });
  expect(await unseen(owner)).toEqual(["assigned", "task-due"]);
  await read(owner, "task", taskId, Date.now());
  expect(await unseen(owner)).toEqual([]);
  expect(await sql("select 1 from notifications where done_at is not null")).toEqual([]);
});

it("sees who joined and what was given when that was shown, and all news when all is marked as read, but no reminder", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  await wantNotes(owner);
  const anew = await createPerson(fresh.service, "Nora New");
  await addMember(fresh.service, diaryId, anew, "member");
  await tellOf(fresh.service, owner, "member-joined", { type: "member", id: anew.userId, diaryId });
  await createNote(caregiver, diaryId, { visibility: "team" });
  await tellOf(fresh.service, owner, "task-due", {
    type: "task",
    id: (await task(owner)) as string,
    diaryId,
  });
  await task(caregiver, { assignedTo: owner.userId });
  const given = (await owner.http.query(api.updates.listNew, {})).groups.find(({ parts }) =>
    parts.some(({ type }) => type === "assignment"),
  )!.at;
  await nextMillisecond();
  await task(caregiver, { assignedTo: owner.userId });
  expect(await unseen(owner)).toEqual(["assigned", "assigned", "member-joined", "note", "task-due"]);
  await owner.http.mutation(api.updates.markShown, { diaryId, upTo: given });
  expect(await unseen(owner)).toEqual(["assigned", "note", "task-due"]);
  await owner.http.mutation(api.updates.markAllRead, { diaryId, upTo: Date.now() });
  expect(await unseen(owner)).toEqual(["task-due"]);
});

it("goes with the mark's commit, by the index of the reader's unseen notifications", async () => {
  const { owner, caregiver, diaryId } = fresh.team;
  const noteId = await createNote(owner, diaryId, { visibility: "team" });
  await comment(caregiver, noteId);
  await sql(
    `insert into notifications (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, seen_at)
     select gen_random_uuid(), gen_random_uuid()::text, m.user_id, m.diary_id, 'note', 'note', gen_random_uuid(), '', now(),
            now()
       from members m cross join generate_series(1, 2000) where m.diary_id = $1`,
    [diaryId],
  );
  await sql("analyze notifications");
  const upTo = await newest(owner, noteId);
  const statements = await statementsDuring(() => read(owner, "note", noteId, upTo));
  const marking = statements.filter(({ text }) => text.includes("update notifications"));
  expect(marking).toHaveLength(1);
  const plan = await sql(`explain ${marking[0]!.text}`, marking[0]!.values as unknown[]);
  const words = JSON.stringify(plan);
  expect(words).toContain("notifications_unseen");
  expect(words).not.toContain("Seq Scan on notifications");
});

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { beginAt } from "../../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createPerson,
  type TestPerson,
} from "../../../../test/people.ts";
import type { Service } from "../../../../test/service.ts";
import type { Channel, Kind, Mode } from "../../rules.ts";
import { planEvents } from "./event_planner.ts";
import { notifyOfMember } from "./events.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await sql("delete from notifications");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Who was notified, as "name: kind". */
const told = async (people: Record<string, TestPerson>) => {
  const rows = await sql("select user_id, kind from notifications order by kind");
  const nameOf = (userId: string) =>
    Object.entries(people).find(([, person]) => person.userId === userId)?.[0] ?? "somebody else";
  return rows.map(({ user_id, kind }) => `${nameOf(user_id)}: ${kind}`).sort();
};

async function team() {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const viewer = await createPerson(service, "Viktor");
  await addMember(service, diaryId, viewer, "extended");
  const others = await sql("select user_id from members where diary_id = $1", [diaryId]);
  // Only these three: each test says of everybody whether they are told.
  await sql("delete from members where diary_id = $1 and not user_id = any($2)", [
    diaryId,
    [owner.userId, caregiver.userId, viewer.userId],
  ]);
  expect(others.length).toBeGreaterThanOrEqual(3);
  await sql("delete from notifications");
  return { owner, caregiver, viewer, diaryId };
}

const choose = (person: TestPerson, kind: Kind, channel: Channel, mode: Mode, diaryId?: string) =>
  person.http.mutation(api.notifications.setRule, {
    kind,
    channel,
    mode,
    ...(diaryId && { diaryId }),
  } as never);

it("notifies of a new note the mentioned members, and members who see it and want notes at once", async () => {
  const { diaryId, ...people } = await team();
  const { owner, caregiver, viewer } = people;
  await createNote(caregiver, diaryId, { visibility: "extended" });
  expect(await told(people)).toEqual([]);
  for (const person of [owner, caregiver, viewer]) await choose(person, "note", "push", "now");
  await createNote(caregiver, diaryId, { visibility: "private" });
  expect(await told(people)).toEqual([]);
  await createNote(caregiver, diaryId, { visibility: "team" });
  expect(await told(people)).toEqual(["owner: note"]);
  await sql("delete from notifications");
  const noteId = await createNote(caregiver, diaryId, { visibility: "extended", mentions: [viewer.userId] });
  expect(await told(people)).toEqual(["owner: note", "viewer: mentioned"]);
  // A later mention notifies the people whom it names, once.
  await sql("delete from notifications");
  const save = (mentions: string[]) =>
    caregiver.http.mutation(api.notes.updateNote, {
      noteId,
      title: "Walk",
      content: { type: "default", data: { text: "slowly" }, metadata: {} },
      noteDay: "2026-11-01",
      visibility: "extended",
      tags: [],
      mentions,
    } as never);
  await save([viewer.userId, owner.userId]);
  await save([viewer.userId, owner.userId, caregiver.userId]);
  expect(await told(people)).toEqual(["owner: mentioned"]);
});

it("notifies of a new member users who want to know that at once, and nobody else", async () => {
  const { diaryId, ...people } = await team();
  const { owner, caregiver } = people;
  await choose(owner, "member-joined", "ntfy", "now", diaryId);
  await choose(caregiver, "member-joined", "mail", "digest");
  const anew = await createPerson(service, "Nora");
  const memberId = crypto.randomUUID();
  await sql("insert into members (id, diary_id, user_id, role) values ($1, $2, $3, 'member')", [
    memberId,
    diaryId,
    anew.userId,
  ]);
  const statement = notifyOfMember(
    service.database.db,
    { diaryId, userId: anew.userId, memberId },
    new Date(),
  ).compile();
  await sql(statement.sql, [...statement.parameters]);
  expect(await told(people)).toEqual(["owner: member-joined"]);
});

it("notifies the author of a note of visible comments, and the mentioned members", async () => {
  const { diaryId, ...people } = await team();
  const { owner, caregiver, viewer } = people;
  const noteId = await createNote(caregiver, diaryId, { visibility: "extended" });
  await sql("delete from notifications");
  const comment = (by: TestPerson, args: object = {}) =>
    by.http.mutation(api.comments.createComment, {
      diaryId,
      targetType: "note",
      targetId: noteId,
      content: "canary",
      ...args,
    } as never);
  await comment(caregiver);
  expect(await told(people)).toEqual([]);
  await comment(viewer);
  expect(await told(people)).toEqual(["caregiver: comment"]);
  await sql("delete from notifications");
  await comment(owner, { visibility: "private" });
  expect(await told(people)).toEqual([]);
  await comment(owner, { mentions: [caregiver.userId, viewer.userId] });
  expect(await told(people)).toEqual(["caregiver: mentioned", "viewer: mentioned"]);
  // A viewer's note and a comment of the team, which they don't see.
  await sql("update notes set created_by = $2 where id = $1", [noteId, viewer.userId]);
  await sql("delete from notifications");
  await comment(owner, { visibility: "team" });
  expect(await told(people)).toEqual([]);
  const [stored] = await sql("select count(*)::int as n from notifications n where n::text like '%canary%'");
  expect(stored.n).toBe(0);
});

it("notifies the assignee of a task, again when it is assigned again, and never of their own assignment", async () => {
  const { diaryId, ...people } = await team();
  const { owner, caregiver } = people;
  const add = (by: TestPerson, args: object) =>
    by.http.mutation(api.tasks.createTask, { diaryId, title: "Walk", ...args } as never);
  await add(caregiver, { assignedTo: caregiver.userId });
  await add(caregiver, {});
  expect(await told(people)).toEqual([]);
  const taskId = await add(owner, { assignedTo: caregiver.userId });
  expect(await told(people)).toEqual(["caregiver: assigned"]);
  await owner.http.mutation(api.tasks.updateTask, { taskId, title: "Walk far" } as never);
  expect(await told(people)).toEqual(["caregiver: assigned"]);
  await caregiver.http.mutation(api.tasks.updateTask, { taskId, assignedTo: owner.userId } as never);
  expect(await told(people)).toEqual(["caregiver: assigned", "owner: assigned"]);
  // Of a repetition the first day is told.
  await sql("delete from notifications");
  await add(owner, {
    assignedTo: caregiver.userId,
    scheduledDate: Date.now() + 86_400_000,
    recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
  });
  expect(await told(people)).toEqual(["caregiver: assigned"]);
});

it("plans deliveries once, by the users' choices, also with three nodes, and of a mention at once", async () => {
  const { diaryId, ...people } = await team();
  const { owner, caregiver, viewer } = people;
  for (const person of [owner, viewer])
    await sql(
      `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash)
       values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8')))`,
      [person.userId, `phone of ${person.userId}`],
    );
  await choose(owner, "note", "ntfy", "now");
  await createNote(caregiver, diaryId, { visibility: "extended", mentions: [viewer.userId] });
  const planned = await Promise.all([1, 2, 3].map(() => planEvents(service.database)));
  expect(planned.reduce((sum, { notifications }) => sum + notifications, 0)).toBe(2);
  expect(await planEvents(service.database)).toMatchObject({ notifications: 0 });
  const push = await sql(
    `select n.kind, n.user_id from notification_deliveries d join notifications n on n.id = d.notification_id
      where d.channel = 'push'`,
  );
  expect(push).toEqual([{ kind: "mentioned", user_id: viewer.userId }]);
});

it("writes nothing when the write itself fails", async () => {
  const { diaryId, ...people } = await team();
  await expect(
    createNote(people.caregiver, diaryId, { visibility: "team", mentions: [crypto.randomUUID()] }),
  ).rejects.toThrow();
  expect(await told(people)).toEqual([]);
});

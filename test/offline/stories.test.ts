import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { givenArgs } from "../doses.ts";
import { createFakeClock, withRealPauses } from "../fake_clock.ts";
import { beginAt } from "../moment.ts";
import { type Node, serveNode } from "../node.ts";
import { type Answer, createHttpSender, createOperation, type Envelope } from "../outbox.ts";
import { api, careTeam, createNote, createNotebook, noteArguments, type TestPerson } from "../people.ts";
import { doseIn, planOf } from "../plans.ts";
import type { Service } from "../service.ts";

const startService = beginAt();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let service: Service;
let node: Node;
/** The node's time, which the test moves. */
let clock: ReturnType<typeof createFakeClock>;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  clock = createFakeClock(Date.now());
  const { connectionString } = service.database;
  const { verifyToken } = service.issuer;
  node = await serveNode({ connectionString, verifyToken, clock: withRealPauses(clock) });
  team = await careTeam(service);
});
afterAll(async () => {
  await node.close();
  await service.close();
});

/** A device of a person: its operations go in the order of their numbers. */
async function createDevice(person: TestPerson) {
  const send = await createHttpSender({ ...service, url: node.url }, person);
  const outboxId = randomUUID();
  let n = 0;
  return {
    /** Sends an operation that was made so long ago, and answers with its value or the code of its refusal. */
    async send(path: string, args: object, { age = 0, opId = randomUUID() as string } = {}): Promise<Answer> {
      const operation: Envelope = createOperation(outboxId, ++n, path, args, { acked: n - 1, age, opId });
      return (await send(operation)).answer;
    },
  };
}

let device: Awaited<ReturnType<typeof createDevice>>;
let other: typeof device;
beforeEach(async () => {
  device = await createDevice(team.caregiver);
  other = await createDevice(team.admin);
});

const DENIED = { code: "access-denied" };
const CONFLICT = { code: "conflict" };
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const note = (id: string, title = "A quiet morning") => ({ ...noteArguments(team.diaryId, { title }), id });
const edit = (noteId: string, title: string, baseVersion: number) => {
  const { diaryId: _, type: __, ...fields } = noteArguments("", { title });
  return { ...fields, noteId, baseVersion };
};
const readNote = (noteId: string) => team.owner.http.query(api.notes.getNote, { noteId });

describe("a chain of operations", () => {
  it("is decided one by one when its first is refused, and what doesn't depend on it is made", async () => {
    const elsewhere = await createNotebook(team.owner);
    const [noteId, commentId, taskId] = [uuidv7(), uuidv7(), uuidv7()];
    const { diaryId } = team;
    const on = { targetType: "note", targetId: noteId };
    const answers = [
      await device.send("notes:createNote", { ...note(noteId), diaryId: elsewhere }),
      await device.send("notes:updateNote", edit(noteId, "Edited", 1)),
      await device.send("comments:createComment", { id: commentId, diaryId, ...on, content: "Hm" }),
      await device.send("comments:updateComment", { commentId, content: "Hm?", baseVersion: 1 }),
      await device.send("tasks:createTask", { id: taskId, diaryId, noteId, title: "Walk" }),
      await device.send("tasks:updateTask", { taskId, status: "completed" }),
      await device.send("tasks:setToday", { taskId, on: true }),
      await device.send("comments:deleteComment", { commentId }),
      await device.send("notes:deleteNote", { noteId, baseVersion: 2 }),
      await device.send("tasks:createTask", { id: taskId, diaryId, title: "Walk" }),
    ];
    const notFound = { code: "not-found" };
    expect(answers).toEqual([
      ...[DENIED, DENIED, DENIED, DENIED, DENIED],
      ...[notFound, notFound, DENIED, DENIED],
      { value: taskId },
    ]);
  });

  it("ends like the same calls with a connection", async () => {
    const noteId = uuidv7();
    for (const version of [1, 2, 3])
      expect(
        version === 1
          ? await device.send("notes:createNote", note(noteId))
          : await device.send("notes:updateNote", edit(noteId, `Edit ${version}`, version - 1)),
      ).toEqual({ value: noteId });
    expect(await readNote(noteId)).toMatchObject({ title: "Edit 3", version: 3 });
  });
});

describe("an id that the device chose", () => {
  it("of another author's note, of another notebook's or of a hidden one is refused like an unknown notebook", async () => {
    const elsewhere = await createNotebook(team.caregiver);
    const taken = [
      await createNote(team.owner, team.diaryId),
      await createNote(team.owner, team.diaryId, { visibility: "private" }),
      await createNote(team.caregiver, elsewhere),
    ];
    for (const id of taken) expect(await device.send("notes:createNote", note(id))).toEqual(DENIED);
    const unknown = { ...note(uuidv7()), diaryId: randomUUID() };
    expect(await device.send("notes:createNote", unknown)).toEqual(DENIED);
  });

  it("makes nothing again that was deleted since, by whomever", async () => {
    const { diaryId } = team;
    const [noteId, commentId, taskId] = [uuidv7(), uuidv7(), uuidv7()];
    const target = await createNote(team.caregiver, diaryId);
    const on = { targetType: "note", targetId: target };
    const creations = [
      ["notes:createNote", note(noteId)],
      ["comments:createComment", { id: commentId, diaryId, ...on, content: "Hm" }],
      ["tasks:createTask", { id: taskId, diaryId, title: "Walk" }],
    ] as const;
    for (const [path, args] of creations) await device.send(path, args);
    await team.owner.http.mutation(api.notes.deleteNote, { noteId });
    await team.owner.http.mutation(api.comments.deleteComment, { commentId });
    await team.owner.http.mutation(api.tasks.deleteTask, { taskId });
    for (const [path, args] of creations) expect(await device.send(path, args)).toEqual({ value: args.id });
    const left = await sql(
      "select id from notes where id = $1 union all select id from comments where id = $2 union all select id from tasks where id = $3",
      [noteId, commentId, taskId],
    );
    expect(left).toEqual([]);
  });

  it("makes one row of two devices that send it at once", async () => {
    const again = await createDevice(team.caregiver);
    const ids = Array.from({ length: 10 }, () => uuidv7());
    for (const id of ids) {
      const answers = await Promise.all(
        [device, again].map((each) =>
          each.send("tasks:createTask", { id, diaryId: team.diaryId, title: "Walk" }),
        ),
      );
      expect(answers).toEqual([{ value: id }, { value: id }]);
    }
  });
});

describe("a note", () => {
  it("that another member changed meanwhile keeps their edit: the edit and the deletion are refused", async () => {
    const noteId = uuidv7();
    await device.send("notes:createNote", note(noteId));
    await other.send("notes:updateNote", edit(noteId, "Theirs", 1));
    expect(await device.send("notes:updateNote", edit(noteId, "Mine", 1))).toEqual(CONFLICT);
    expect(await device.send("notes:deleteNote", { noteId, baseVersion: 1 })).toEqual(CONFLICT);
    expect(await readNote(noteId)).toMatchObject({ title: "Theirs", version: 2 });
    // An own edit on top of theirs doesn't hide it.
    await device.send("notes:updateNote", edit(noteId, "Mine after theirs", 2));
    expect(await device.send("notes:deleteNote", { noteId, baseVersion: 1 })).toEqual(CONFLICT);
    expect(await device.send("notes:deleteNote", { noteId, baseVersion: 2 })).toEqual({ value: null });
  });

  it("recognises an edit that comes again after later ones, and doesn't undo them", async () => {
    const [noteId, opId] = [uuidv7(), randomUUID()];
    await device.send("notes:createNote", note(noteId));
    await device.send("notes:updateNote", edit(noteId, "Mine", 1), { opId });
    await other.send("notes:updateNote", edit(noteId, "Theirs", 2));
    const again = await createDevice(team.caregiver);
    const { baseVersion: _, ...withoutBase } = edit(noteId, "Mine", 1);
    for (const args of [edit(noteId, "Mine", 1), withoutBase])
      expect(await again.send("notes:updateNote", args, { opId })).toEqual({ value: noteId });
    expect(await readNote(noteId)).toMatchObject({ title: "Theirs", version: 3 });
  });

  it("that is gone can be deleted again by whoever deleted it, and by nobody else", async () => {
    const noteId = uuidv7();
    await device.send("notes:createNote", note(noteId));
    expect(await device.send("notes:deleteNote", { noteId })).toEqual({ value: null });
    const again = await createDevice(team.caregiver);
    expect(await again.send("notes:deleteNote", { noteId, baseVersion: 1 })).toEqual({ value: null });
    expect(await other.send("notes:deleteNote", { noteId })).toEqual(DENIED);
  });
});

it("a comment's edit is refused when it was changed on another device, and recognised when it comes again", async () => {
  const { diaryId } = team;
  const [commentId, opId] = [uuidv7(), randomUUID()];
  const on = { targetType: "note", targetId: await createNote(team.caregiver, diaryId) };
  await device.send("comments:createComment", { id: commentId, diaryId, ...on, content: "Hm" });
  const change = (content: string, baseVersion: number) => ({ commentId, content, baseVersion });
  expect(await device.send("comments:updateComment", change("One", 1), { opId })).toEqual({ value: null });
  const second = await createDevice(team.caregiver);
  expect(await second.send("comments:updateComment", change("Other", 1))).toEqual(CONFLICT);
  expect(await second.send("comments:updateComment", change("Two", 2))).toEqual({ value: null });
  expect(await second.send("comments:updateComment", change("One", 1), { opId })).toEqual({ value: null });
  expect(await sql("select content, version from comments where id = $1", [commentId])).toEqual([
    { content: "Two", version: 3 },
  ]);
  // Only the last operations are kept.
  for (let version = 3; version < 28; version++)
    await device.send("comments:updateComment", change(`Edit ${version}`, version));
  const [{ count }] = await sql("select cardinality(op_ids) as count from comments where id = $1", [
    commentId,
  ]);
  expect(count).toBe(20);
});

describe("a task", () => {
  const create = async () => {
    const id = uuidv7();
    await device.send("tasks:createTask", { id, diaryId: team.diaryId, title: "Walk" });
    return id;
  };
  const read = (taskId: string) => team.owner.http.query(api.tasks.getTask, { taskId });
  const set = (taskId: string, status: string, more: object = {}) => ({ taskId, status, ...more });

  it("is completed when it was done, however late that arrives, and stays completed by the first", async () => {
    const taskId = await create();
    await device.send("tasks:updateTask", set(taskId, "completed"), { age: HOUR });
    const done = { status: "completed", completedAt: clock.now() - HOUR, completedByName: "Clara Caregiver" };
    expect(await read(taskId)).toMatchObject(done);
    await other.send("tasks:updateTask", set(taskId, "completed"));
    expect(await read(taskId)).toMatchObject(done);
  });

  it("keeps a later completion of another member from a late undo", async () => {
    const taskId = await create();
    await device.send("tasks:updateTask", set(taskId, "completed"), { age: HOUR });
    const undo = set(taskId, "pending", { ifCompletedAt: clock.now() - HOUR });
    expect(await device.send("tasks:updateTask", undo)).toEqual({ value: null });
    expect(await read(taskId)).toMatchObject({ status: "pending" });
    expect(await device.send("tasks:updateTask", undo), "nothing is left to undo").toEqual({ value: null });
    await other.send("tasks:updateTask", set(taskId, "completed"));
    expect(await device.send("tasks:updateTask", undo)).toEqual(CONFLICT);
    expect(await read(taskId)).toMatchObject({ status: "completed", completedByName: "Adam Admin" });
  });

  it("is added to the day of the change, and to none once that day is over", async () => {
    const taskId = await create();
    const isOnToday = async () => (await read(taskId))!.addedToToday;
    await device.send("tasks:setToday", { taskId, on: true }, { age: 2 * DAY });
    await device.send("tasks:setToday", { taskId, on: true, day: "2026-11-20" });
    expect(await isOnToday()).toBe(false);
    for (let i = 0; i < 2; i++) await device.send("tasks:setToday", { taskId, on: true }, { age: HOUR });
    expect(await isOnToday()).toBe(true);
    await device.send("tasks:setToday", { taskId, on: false }, { age: 2 * DAY });
    expect(await isOnToday()).toBe(true);
    await device.send("tasks:setToday", { taskId, on: false });
    expect(await isOnToday()).toBe(false);
  });
});

describe("a dose that two members gave without a connection", () => {
  it("is kept twice, at its times by the server's clock although one phone is two years ahead", async () => {
    const { schedule, slot } = doseIn(5, clock.now());
    const planId = await planOf(team.owner, team.diaryId, "torasemid", schedule);
    await clock.advance(HOUR);
    const ahead = 730 * DAY;
    const made = clock.now() - 40 * 60_000;
    const byDevice = made + ahead;
    const first = await device.send(
      "doses:giveDose",
      givenArgs(planId, { slot, givenAt: byDevice - 60_000, sentAt: byDevice }),
      { age: 40 * 60_000 },
    );
    const second = await other.send(
      "doses:giveDose",
      givenArgs(planId, { slot, givenAt: made, sentAt: made }),
      { age: 40 * 60_000 },
    );
    expect(first).toMatchObject({ value: { outcome: "written", isExtra: false } });
    expect(second).toMatchObject({ value: { outcome: "written", isExtra: true } });
    const rows = await sql(
      "select state, given_at, extra_of is not null as extra, cardinality(against) > 0 as flagged from doses where plan_id = $1 order by extra_of nulls first",
      [planId],
    );
    expect(rows.map(({ given_at, ...row }) => ({ ...row, given_at: Number(given_at) }))).toEqual([
      { state: "given", given_at: made - 60_000, extra: false, flagged: false },
      { state: "given", given_at: made, extra: true, flagged: true },
    ]);
    // Not given, said before either was written: the doses stay given.
    const skipped = { entryId: randomUUID(), planId, slot, reason: "refused", note: "", saidAt: byDevice };
    const answer = await device.send(
      "doses:skipDose",
      { ...skipped, sentAt: byDevice },
      { age: 40 * 60_000 },
    );
    expect(answer).toMatchObject({ value: { outcome: "written" } });
    const states = await sql("select distinct state from doses where plan_id = $1", [planId]);
    expect(states).toEqual([{ state: "given" }]);
  });
});

it("refuses what waited after its author has left the notebook", async () => {
  const { caregiver, owner, diaryId } = await careTeam(service);
  const leaving = await createDevice(caregiver);
  const noteId = uuidv7();
  const made = { ...note(noteId), diaryId };
  expect(await leaving.send("notes:createNote", made)).toEqual({ value: noteId });
  await sql("delete from members where diary_id = $1 and user_id = $2", [diaryId, caregiver.userId]);
  expect(await leaving.send("notes:updateNote", edit(noteId, "Late", 1))).toEqual(DENIED);
  expect(await leaving.send("notes:createNote", made)).toEqual(DENIED);
  expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({ version: 1 });
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginAt } from "../../../test/moment.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createMedicationList,
  createNote,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { planFields, planOf, whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import type { Handover } from "../schema.ts";

const startService = beginAt();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const HOUR = 3_600_000;
const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const open = (person: TestPerson, diaryId: string, since?: number) =>
  person.http.query(api.handover.getHandover, {
    diaryId,
    at: Date.now(),
    ...(since !== undefined && { since }),
  });
const read = (person: TestPerson, { diaryId, upTo, tail }: Handover) =>
  person.http.mutation(api.handover.markRead, { diaryId, upTo, tail });
const receipts = (person: TestPerson, diaryId: string) =>
  person.http.query(api.handover.listReceipts, { diaryId });
const titles = ({ notes }: Handover) => notes.shown.map(({ title }) => title);
/** A team whose people joined long ago. */
async function settledTeam() {
  const team = await careTeam(service);
  await sql("update members set joined_at = now() - interval '30 days' where diary_id = $1", [team.diaryId]);
  return team;
}
const taskOf = (person: TestPerson, diaryId: string, title: string, fields: object = {}) =>
  person.http.mutation(api.tasks.createTask, { diaryId, title, ...fields });
const handoverNote = (author: TestPerson, diaryId: string, fields: object = {}, rest: object = {}) =>
  author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "handover",
    title: "For the night",
    noteDate: Date.now(),
    visibility: "team",
    tags: [],
    content: {
      type: "handover",
      data: {
        state: "watch",
        happened: "She slept badly",
        nextSteps: "- Look at her heel\n- Water at ten",
        ...fields,
      },
    },
    ...rest,
  });

describe("handover.getHandover", () => {
  it("lists what others did since the reader's marker, each kind in its list", async () => {
    const { owner, admin, caregiver, diaryId } = await settledTeam();
    await read(owner, await open(owner, diaryId));
    const noteId = await createNote(caregiver, diaryId, { title: "A quiet morning", mentions: [] });
    await createNote(owner, diaryId, { title: "Mine" });
    await createComment(caregiver, diaryId, noteId, { content: "Did she eat?", mentions: [owner.userId] });
    await createComment(caregiver, diaryId, noteId, { content: "Walked to the door." });
    await createMedicationList(caregiver, diaryId, [{ genericName: "Ramipril", dosage: "5 mg" }]);
    await handoverNote(caregiver, diaryId);
    const mine = await taskOf(caregiver, diaryId, "Order bandages", { assignedTo: owner.userId });
    const done = await taskOf(owner, diaryId, "Wash her hair");
    await caregiver.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });
    const moved = await taskOf(owner, diaryId, "Walk");
    await admin.http.mutation(api.tasks.updateTask, { taskId: moved, title: "Walk further" });
    const newcomer = await createPerson(service, "Nora Newcomer");
    await addMember(service, diaryId, newcomer, "member");

    const page = await open(owner, diaryId);
    expect(titles(page)).toEqual(["A quiet morning"]);
    expect(page.comments.shown.map(({ text, mentionsMe, on }) => [text, mentionsMe, on.title])).toEqual([
      ["Did she eat?", true, "A quiet morning"],
      ["Walked to the door.", false, "A quiet morning"],
    ]);
    expect(page.medicationLists.shown).toHaveLength(1);
    expect(page.handoverNotes.shown[0]!.handover).toEqual({
      state: "watch",
      happened: "She slept badly",
      nextSteps: "- Look at her heel\n- Water at ten",
      watchFor: "",
      forWhom: "",
    });
    expect(page.tasks.shown.map(({ id, news, by }) => [id, news, by])).toEqual([
      [moved, "changed", "Adam Admin"],
      [done, "done", "Clara Caregiver"],
      [mine, "given", "Clara Caregiver"],
    ]);
    expect(page.people.shown.map(({ name }) => name)).toEqual(["Nora Newcomer"]);
    expect(page.isFirst).toBe(false);
    // What was read isn't told again, what comes afterwards is.
    await read(owner, page);
    const next = await open(owner, diaryId);
    for (const list of [next.notes, next.tasks, next.people, next.handoverNotes])
      expect(list.shown).toEqual([]);
    // A question to the reader needs them until they answer.
    expect(next.comments.shown.map(({ text }) => text)).toEqual(["Did she eat?"]);
    await createNote(caregiver, diaryId, { title: "Later" });
    expect(titles(await open(owner, diaryId))).toEqual(["Later"]);
  });

  it("returns the reader's own newest handover of today apart from the news, and others' as news", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const happened = async (person: TestPerson) => {
      const { ownHandover, handoverNotes } = await open(person, diaryId);
      return [ownHandover?.handover?.happened, handoverNotes.shown.map(({ handover }) => handover?.happened)];
    };
    expect(await happened(owner)).toEqual([undefined, []]);
    await handoverNote(owner, diaryId, { happened: "At noon" });
    const evening = await handoverNote(
      owner,
      diaryId,
      { happened: "In the evening" },
      { visibility: "private" },
    );
    expect(await happened(owner)).toEqual(["In the evening", []]);
    expect(await happened(caregiver)).toEqual([undefined, ["At noon"]]);
    await read(owner, await open(owner, diaryId));
    expect(await happened(owner)).toEqual(["In the evening", []]);
    await owner.http.mutation(api.notes.deleteNote, { noteId: evening });
    expect(await happened(owner)).toEqual(["At noon", []]);
    await sql(
      "update notes set created_at = now() - interval '2 days', updated_at = now() - interval '2 days'",
    );
    expect(await happened(owner)).toEqual([undefined, []]);
    // A report lists it among all others.
    const now = Date.now();
    const span = { fromTime: now - 72 * HOUR, untilTime: now };
    const report = await owner.http.query(api.handover.getShift, { diaryId, ...span, at: now });
    expect([report.ownHandover, report.handoverNotes.shown.length]).toEqual([null, 1]);
  });

  it("keeps the `since` parameter of the URL, after any later marking", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await read(owner, await open(owner, diaryId));
    await createNote(caregiver, diaryId, { title: "One" });
    const page = await open(owner, diaryId);
    await read(owner, page);
    await createNote(caregiver, diaryId, { title: "Two" });
    expect(titles(await open(owner, diaryId, page.since))).toEqual(["Two", "One"]);
    expect(titles(await open(owner, diaryId))).toEqual(["Two"]);
  });

  it("starts with the last 72 hours without a marker, and sums up by day after an old one", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    for (const [title, days] of [
      ["Today", 0],
      ["Two days ago", 2],
      ["Ten days ago", 10],
      ["Twenty days ago", 20],
      ["Twenty as well", 20],
    ] as const) {
      const id = await createNote(caregiver, diaryId, { title });
      await sql(
        "update notes set created_at = now() - make_interval(days => $2), updated_at = now() - make_interval(days => $2) where id = $1",
        [id, days],
      );
    }
    const first = await open(owner, diaryId);
    expect([first.isFirst, titles(first), first.days]).toEqual([true, ["Today", "Two days ago"], []]);
    expect(first.upTo - first.since).toBe(72 * HOUR);
    await owner.http.mutation(api.handover.markRead, {
      diaryId,
      upTo: Date.now() - 25 * 24 * HOUR,
      tail: [],
    });
    const page = await open(owner, diaryId);
    expect(titles(page)).toEqual(["Today", "Two days ago", "Ten days ago"]);
    expect(page.days).toEqual([expect.objectContaining({ notes: 2, comments: 0 })]);
    expect(page.isOlder).toBe(false);
    await owner.http.mutation(api.handover.markUnreadFrom, { diaryId, upTo: Date.now() - 200 * 24 * HOUR });
    expect((await open(owner, diaryId)).isOlder).toBe(true);
  });

  it("shows the newest fifty of a kind with a hint that there are more; the rest comes after the marker", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await read(owner, await open(owner, diaryId));
    await sql(
      `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
       select gen_random_uuid(), translate(substr(md5(random()::text || i), 1, 6), '01', '23'), $1, 'default', 'N' || i,
              '{"type": "default", "data": {"text": ""}, "metadata": {}}', '', clock_timestamp()::date, 'team', $2, $2
         from generate_series(1, 60) i`,
      [diaryId, caregiver.userId],
    );
    const page = await open(owner, diaryId);
    expect([page.notes.shown.length, page.notes.isCut]).toEqual([50, true]);
    await read(owner, page);
    // They were recorded in the minute before the mark, and weren't shown.
    const rest = await open(owner, diaryId);
    expect(rest.notes.shown).toHaveLength(10);
    expect(new Set([...titles(page), ...titles(rest)]).size).toBe(60);
  });

  it("leaves out a deleted entry, and shows no other entry again", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const ids = [];
    for (const title of ["One", "Two", "Three"]) ids.push(await createNote(caregiver, diaryId, { title }));
    const page = await open(owner, diaryId);
    await read(owner, page);
    // The newest thing that was read is gone.
    await caregiver.http.mutation(api.notes.deleteNote, { noteId: ids[2]! });
    expect(titles(await open(owner, diaryId))).toEqual([]);
    expect(titles(await open(owner, diaryId, page.since))).toEqual(["Two", "One"]);
  });

  it("is live, and its start stays while entries arrive", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const client = service.connect(owner);
    const seen: Handover[] = [];
    const since = Date.now() - HOUR;
    client.onUpdate(api.handover.getHandover, { diaryId, since, at: Date.now() }, (page) => seen.push(page));
    await expect.poll(() => seen.length).toBe(1);
    await createNote(caregiver, diaryId, { title: "Fell asleep early" });
    await expect.poll(() => titles(seen.at(-1)!)).toEqual(["Fell asleep early"]);
    expect(seen.map((page) => page.since)).toEqual(seen.map(() => since));
    await client.close();
  });

  it("lists overdue tasks of the reader and unassigned ones, and only those that they may do", async () => {
    const { owner, caregiver, viewer, diaryId } = await settledTeam();
    const yesterday = Date.now() - 30 * HOUR;
    await taskOf(owner, diaryId, "Mine", { assignedTo: owner.userId, dueDate: yesterday });
    await taskOf(owner, diaryId, "Of nobody", { dueDate: yesterday });
    await taskOf(owner, diaryId, "Of the caregiver", { assignedTo: caregiver.userId, dueDate: yesterday });
    await taskOf(owner, diaryId, "To come", { dueDate: Date.now() + 30 * HOUR });
    const overdue = async (person: TestPerson) =>
      (await open(person, diaryId)).overdue.shown
        .map(({ title, isMine }) => `${title}${isMine ? "!" : ""}`)
        .sort();
    expect(await overdue(owner)).toEqual(["Mine!", "Of nobody"]);
    expect(await overdue(caregiver)).toEqual(["Of nobody", "Of the caregiver!"]);
    expect(await overdue(viewer)).toEqual([]);
  });
});

describe("plans, pauses, doses and changed comments of a handover", () => {
  const give = async (person: TestPerson, planId: string, more: object = {}) => {
    const now = Date.now();
    const dose = { entryId: randomUUID(), planId, slot: null, amount: 1, givenAt: now, sentAt: now, ...more };
    const outcome = await person.http.mutation(api.doses.recordDose, dose);
    if (outcome.outcome !== "written") throw new Error("refused");
    return outcome.doseId;
  };
  const pausesOn = ({ pauses }: Handover) => pauses.shown.map(({ news, by, kind }) => [news, by, kind]);

  it("lists plans that began, changed and ended, with reasons", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const planId = await planOf(owner, diaryId, "ramipril", whenNeeded(), { facts: { strength: "5 mg" } });
    const { doseUnit: _, ...fields } = planFields(whenNeeded(2));
    await owner.http.mutation(api.plans.changePlan, {
      planId,
      baseVersion: 1,
      reason: "Less pain",
      ...fields,
    });
    await owner.http.mutation(api.plans.endPlan, { planId, reason: "No pain any more" });
    const page = await open(caregiver, diaryId);
    expect(
      page.plans.shown.map(({ name, strength, news, by, reason }) => [name, strength, news, by, reason]),
    ).toEqual([
      ["ramipril", "5 mg", "ended", "Olga Owner", "No pain any more"],
      ["ramipril", "5 mg", "changed", "Olga Owner", "Less pain"],
      ["ramipril", "5 mg", "begun", "Olga Owner", ""],
    ]);
    await read(caregiver, page);
    expect((await open(caregiver, diaryId)).plans.shown).toEqual([]);
  });

  it("lists a pause once, by its last event: started, changed, ended", async () => {
    const { owner, admin, caregiver, diaryId } = await settledTeam();
    const fromAt = Date.now() - 5 * HOUR;
    const pauseId = await owner.http.mutation(api.pauses.startPause, {
      diaryId,
      kind: "hospital",
      planIds: null,
      fromAt,
      untilAt: null,
    });
    const first = await open(caregiver, diaryId);
    expect(pausesOn(first)).toEqual([["begun", "Olga Owner", "hospital"]]);
    await read(caregiver, first);
    expect(pausesOn(await open(caregiver, diaryId))).toEqual([]);
    const untilAt = Date.now() + 48 * HOUR;
    await admin.http.mutation(api.pauses.changePause, { pauseId, revision: 1, fromAt, untilAt });
    expect(pausesOn(await open(caregiver, diaryId))).toEqual([["changed", "Adam Admin", "hospital"]]);
    await admin.http.mutation(api.pauses.endPause, { pauseId, revision: 2 });
    const last = await open(caregiver, diaryId);
    expect(pausesOn(last)).toEqual([["ended", "Adam Admin", "hospital"]]);
    expect(last.pauses.shown[0]!.until).toBeLessThanOrEqual(Date.now());
    await read(caregiver, last);
    // What its line stood for is read as well.
    expect(pausesOn(await open(caregiver, diaryId))).toEqual([]);
  });

  it("shows viewers no pause of plans that they don't see", async () => {
    const { owner, viewer, diaryId } = await settledTeam();
    const hidden = await planOf(owner, diaryId, "hidden", whenNeeded());
    const shared = await planOf(owner, diaryId, "shared", whenNeeded(), { visibility: "extended" });
    const pause = { diaryId, fromAt: Date.now(), untilAt: null };
    await owner.http.mutation(api.pauses.startPause, { ...pause, kind: "hospital", planIds: [hidden] });
    expect(pausesOn(await open(viewer, diaryId))).toEqual([]);
    await owner.http.mutation(api.pauses.startPause, { ...pause, kind: "away", planIds: [shared] });
    expect(pausesOn(await open(viewer, diaryId))).toEqual([["begun", "Olga Owner", "away"]]);
  });

  it("asks for a review of a dose that conflicts with another one or a limit, until it is reviewed", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const planId = await planOf(owner, diaryId, "paracetamol", whenNeeded(), { minGapMinutes: 240 });
    const first = await give(owner, planId);
    const doseId = await give(owner, planId, { acknowledged: [first], why: "The clinic said so" });
    const toReview = async () =>
      (await open(caregiver, diaryId)).doses.shown.map(({ doseId, isAgainst, isToReview, words }) => [
        doseId,
        isAgainst,
        isToReview,
        words,
      ]);
    expect(await toReview()).toEqual([
      [doseId, true, true, "The clinic said so"],
      [first, false, false, ""],
    ]);
    await caregiver.http.mutation(api.doses.reviewDose, { entryId: randomUUID(), doseId, revision: 1 });
    expect(await toReview()).toEqual([
      [doseId, true, false, "The clinic said so"],
      [first, false, false, ""],
    ]);
  });

  it("lists a changed comment again, and as a question when the change asks one", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    const noteId = await createNote(caregiver, diaryId, { title: "A night" });
    const commentId = await createComment(caregiver, diaryId, noteId, { content: "5 mg at nine" });
    await read(owner, await open(owner, diaryId));
    const comments = async () =>
      (await open(owner, diaryId)).comments.shown.map(({ text, isFirst, mentionsMe }) => [
        text,
        isFirst,
        mentionsMe,
      ]);
    expect(await comments()).toEqual([]);
    await caregiver.http.mutation(api.comments.updateComment, {
      commentId,
      content: "10 mg at nine, right?",
      mentions: [owner.userId],
    });
    expect(await comments()).toEqual([["10 mg at nine, right?", false, true]]);
  });
});

describe("handover.getShift", () => {
  it("lists the entries of a span with the reader's own, up to its end", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await createNote(caregiver, diaryId, { title: "Before" });
    await sql(
      "update notes set created_at = now() - interval '9 hours', updated_at = now() - interval '9 hours' where diary_id = $1",
      [diaryId],
    );
    await createNote(owner, diaryId, { title: "Mine" });
    await createNote(caregiver, diaryId, { title: "Hers" });
    const now = Date.now();
    const span = { diaryId, fromTime: now - 8 * HOUR, untilTime: now, at: now };
    const page = await owner.http.query(api.handover.getShift, span);
    expect(titles(page)).toEqual(["Hers", "Mine"]);
    expect([page.since, page.until]).toEqual([span.fromTime, span.untilTime]);
    await createNote(caregiver, diaryId, { title: "After" });
    expect(titles(await owner.http.query(api.handover.getShift, span))).toEqual(["Hers", "Mine"]);
    await expect(
      owner.http.query(api.handover.getShift, { ...span, untilTime: span.fromTime }),
    ).rejects.toThrow(/end must be after the beginning/);
    await expect(
      owner.http.query(api.handover.getShift, { ...span, fromTime: now - 8 * 24 * HOUR }),
    ).rejects.toThrow(/at most seven days/);
  });
});

describe("marks", () => {
  it("advance in any order of two tabs, and go back only by marking as unread", async () => {
    const { owner, diaryId } = await settledTeam();
    const now = Date.now();
    const mark = (upTo: number) => owner.http.mutation(api.handover.markRead, { diaryId, upTo, tail: [] });
    const current = async () => (await receipts(owner, diaryId)).find(({ isMe }) => isMe)!.upTo;
    await Promise.all([mark(now - 1000), mark(now - 3000), mark(now - 2000)]);
    expect(await current()).toBe(now - 1000);
    await mark(now - 5000);
    expect(await current()).toBe(now - 1000);
    await owner.http.mutation(api.handover.markUnreadFrom, { diaryId, upTo: now - 9000 });
    expect(await current()).toBe(now - 9000);
    await mark(now - 4000);
    expect(await current()).toBe(now - 4000);
    // A mark is never of the future.
    await mark(now + HOUR);
    expect(await current()).toBeLessThanOrEqual(Date.now());
  });

  it("are only added, and end with the membership: a returning member starts with 72 hours", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await read(caregiver, await open(caregiver, diaryId));
    for (const change of ["update handover_marks set up_to = now()", "delete from handover_marks"])
      await expect(sql(`${change} where diary_id = $1`, [diaryId])).rejects.toThrow(/only added/);
    const [member] = (await owner.http.query(api.members.listMembers, { diaryId })).filter(
      ({ user }) => user.name === "Clara Caregiver",
    );
    await owner.http.mutation(api.members.removeMember, { memberId: member!._id });
    expect(await sql("select id from handover_marks where diary_id = $1", [diaryId])).toEqual([]);
    expect((await receipts(owner, diaryId)).map(({ name }) => name)).not.toContain("Clara Caregiver");
    await expect(open(caregiver, diaryId)).rejects.toMatchObject({ data: { code: "access-denied" } });
    await addMember(service, diaryId, caregiver, "member");
    expect((await open(caregiver, diaryId)).isFirst).toBe(true);
  });

  it("are seen by roles that see the team; a viewer sees their own", async () => {
    const { owner, caregiver, viewer, diaryId } = await settledTeam();
    for (const person of [caregiver, viewer]) await read(person, await open(person, diaryId));
    const names = async (person: TestPerson) =>
      (await receipts(person, diaryId)).filter(({ upTo }) => upTo !== null).map(({ name }) => name);
    expect((await names(owner)).sort()).toEqual(["Clara Caregiver", "Viktor Viewer"]);
    expect(await receipts(viewer, diaryId)).toEqual([
      { userId: viewer.userId, name: "Viktor Viewer", isMe: true, upTo: expect.any(Number) },
    ]);
  });

  it("count as read elsewhere: shown entries aren't new on home", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await createNote(caregiver, diaryId, { title: "Told" });
    await sql(
      "update notes set created_at = now() - interval '10 seconds', updated_at = now() - interval '10 seconds' where diary_id = $1",
      [diaryId],
    );
    const news = async () =>
      (await owner.http.query(api.updates.listNew, {})).groups.map(({ title }) => title);
    expect(await news()).toContain("Told");
    await read(owner, await open(owner, diaryId));
    expect(await news()).not.toContain("Told");
    await createNote(caregiver, diaryId, { title: "Later" });
    expect(await news()).toContain("Later");
  });

  it("of an address that is ahead hide nothing", async () => {
    const { owner, caregiver, diaryId } = await settledTeam();
    await read(owner, await open(owner, diaryId));
    // As after a restore: the browser has a line of later than the database knows.
    const ahead = await open(owner, diaryId, Date.now() + 24 * HOUR);
    expect(ahead.since).toBeLessThanOrEqual(Date.now());
    await createNote(caregiver, diaryId, { title: "After it" });
    expect(titles(await open(owner, diaryId))).toEqual(["After it"]);
  });
});

describe("handover.listStarts", () => {
  it("shows up to when each notebook was read, and its time zone", async () => {
    const { owner, diaryId } = await settledTeam();
    await sql("update diaries set time_zone = 'Asia/Tokyo' where id = $1", [diaryId]);
    const starts = () => owner.http.query(api.handover.listStarts, {});
    expect(await starts()).toMatchObject([
      { diaryId, subject: "Rosa Blum", timeZone: "Asia/Tokyo", since: null },
    ]);
    const page = await open(owner, diaryId);
    await read(owner, page);
    expect(await starts()).toMatchObject([{ diaryId, since: page.upTo }]);
  });
});

describe("handover.sendLink", () => {
  it("mails a link and none of the content", async () => {
    const { owner, caregiver, viewer, diaryId } = await settledTeam();
    await sql("update users set email_verified = true where id = $1", [caregiver.userId]);
    await createNote(owner, diaryId, { title: "CANARY", content: "CANARY" });
    const sent = await owner.http.mutation(api.handover.sendLink, {
      diaryId,
      userIds: [caregiver.userId, owner.userId],
      span: { fromTime: 1_700_000_000_000, untilTime: 1_700_003_600_000 },
    });
    expect(sent).toBe(1);
    const [mail] = await sql("select subject, text_body, html_body from mail_outbox where to_address = $1", [
      caregiver.email,
    ]);
    expect(mail.subject).toBe("Olga Owner sends you a handover from Rosa Blum's Care Notebook");
    expect(mail.text_body).toMatch(/\/care\/\w+\/handover\?from=1700000000000&until=1700003600000/);
    expect(JSON.stringify(mail)).not.toContain("CANARY");
    await expect(
      viewer.http.mutation(api.handover.sendLink, { diaryId, userIds: [owner.userId] }),
    ).rejects.toMatchObject({ data: { code: "access-denied" } });
  });
});

import { randomUUID } from "node:crypto";
import { sql as raw } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../../server/log.ts";
import { addDose, addPlan } from "../../../test/dose-rows.ts";
import { beginAt } from "../../../test/moment.ts";
import {
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  insertDiaryProgram,
  insertTask,
  type TestPerson,
} from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { startWebhookReceiver, type WebhookReceiver, webhookOf } from "../../../test/webhooks.ts";
import type { RowAudience } from "../rules/audience.ts";
import { KINDS, type Kind, type WebhookArea } from "../rules.ts";
import { deliverMessages } from "./deliver.ts";
import { SOURCES, selectRows } from "./events.ts";

const startService = beginAt();

let service: Service;
let receiver: WebhookReceiver;
let team: Awaited<ReturnType<typeof careTeam>>;
const log = createLog("silent");
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(async () => {
  for (const table of ["webhooks", "webhook_deliveries", "auth.attempts"]) await sql(`delete from ${table}`);
  receiver.received.length = 0;
  team = await careTeam(service);
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** What each of the listed people is told by now, as `type id`. */
async function told(): Promise<Record<string, string[]>> {
  const { database, outgoing } = service;
  await deliverMessages({ database, outgoing, log });
  const events = receiver.received.map(({ path, body }) => {
    const { type, data } = JSON.parse(body);
    return { who: path.split("/")[2]!, what: `${type} ${data.id}` };
  });
  receiver.received.length = 0;
  const grouped = Map.groupBy(events, ({ who }) => who);
  return Object.fromEntries([...grouped].map(([who, all]) => [who, all.map(({ what }) => what).sort()]));
}

const hook = (who: "owner" | "caregiver" | "viewer" | "outsider", options = {}) =>
  webhookOf(team[who], `${receiver.url}/${who}`, options);

/** Something in the notebook that only some see. */
type Item = {
  kind: Kind;
  id: string;
  /** Whether somebody of the care team, and a viewer, is told of it. */
  caregiver: boolean;
  viewer: boolean;
};

const NOTES = [
  { name: "private", visibility: "private", isEncrypted: false, caregiver: false, viewer: false },
  { name: "team", visibility: "team", isEncrypted: false, caregiver: true, viewer: false },
  { name: "extended", visibility: "extended", isEncrypted: false, caregiver: true, viewer: true },
  { name: "encrypted", visibility: "extended", isEncrypted: true, caregiver: false, viewer: false },
] as const;
const PLANS = NOTES.slice(1);

/** One of each kind in each visibility, written by the owner. */
async function makeItems(): Promise<Item[]> {
  const { owner, diaryId } = team;
  const { userId } = owner;
  const items: Item[] = [];
  for (const { visibility, isEncrypted, caregiver, viewer } of NOTES) {
    const add = (kind: Kind, id: string) => void items.push({ kind, id, caregiver, viewer });
    const noteId = await createNote(owner, diaryId, { visibility, isEncrypted });
    add("note", noteId);
    add("comment", await createComment(owner, diaryId, noteId, { visibility: "extended" }));
    const taskId = await insertTask(service, diaryId, userId, { noteId });
    add("task", taskId);
    add(
      "comment",
      await createComment(owner, diaryId, taskId, { targetType: "task", visibility: "extended" }),
    );
    const programId = await insertDiaryProgram(service, diaryId, userId, noteId);
    add("program", programId);
    add(
      "comment",
      await createComment(owner, diaryId, programId, { targetType: "program", visibility: "extended" }),
    );
    const fileId = randomUUID();
    await sql(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by, object_name)
       values ($1, $2, $3, 'canary.pdf', 'application/pdf', 10, $4, $5)`,
      [fileId, diaryId, noteId, userId, `o-${fileId}`],
    );
    add("attachment", fileId);
    if (!isEncrypted) {
      const appointmentId = randomUUID();
      await sql(
        `insert into appointments (id, diary_id, title, all_day, starts_local, time_zone, starts_at, ends_at, status, visibility,
                                   created_by, updated_by)
         values ($1, $2, 'canary', true, '2027-03-04', 'UTC', '2027-03-04', '2027-03-05', 'planned', $3, $4, $4)`,
        [appointmentId, diaryId, visibility, userId],
      );
      add("appointment", appointmentId);
    }
    // On what all see, the comment's own visibility decides.
    if (!isEncrypted) {
      const open = await createNote(owner, diaryId, { visibility: "extended", title: "open" });
      items.push({ kind: "note", id: open, caregiver: true, viewer: true });
      add("comment", await createComment(owner, diaryId, open, { visibility }));
    }
  }
  for (const { visibility, isEncrypted, caregiver, viewer } of PLANS) {
    const add = (kind: Kind, id: string) => void items.push({ kind, id, caregiver, viewer });
    const planId = await addPlan(service.database.pool as never, { diaryId, userId }, {});
    // The plan gets its visibility before anybody is told of it.
    await sql("delete from webhook_deliveries where subject_id = $1", [planId]);
    await sql("update medication_plans set visibility = $2, sealed_facts = $3, facts = $4 where id = $1", [
      planId,
      visibility,
      isEncrypted ? Buffer.from("sealed") : null,
      isEncrypted ? null : "{}",
    ]);
    await sql("delete from webhook_deliveries where subject_id = $1", [planId]);
    const doseId = randomUUID();
    await addDose(service.database.pool as never, { diaryId, userId }, planId, { id: doseId });
    add("dose", doseId);
    const stockId = randomUUID();
    await sql(
      `insert into stock_events (id, diary_id, plan_id, kind, amount, by_user) values ($1, $2, $3, 'added', 3, $4)`,
      [stockId, diaryId, planId, userId],
    );
    add("stock", stockId);
    if (isEncrypted) continue;
    const pauseId = randomUUID();
    await sql(
      `insert into care_pauses (id, diary_id, kind, plan_ids, from_at, started_by, updated_by)
       values ($1, $2, 'away', $3, now(), $4, $4)`,
      [pauseId, diaryId, [planId], userId],
    );
    add("pause", pauseId);
  }
  return items;
}

const expected = (items: readonly Item[], change: string, who: "caregiver" | "viewer") =>
  items
    .filter((item) => item[who])
    .map(({ kind, id }) => `${kind}.${change} ${id}`)
    .sort();

/** A change that people would notice, by kind. */
const CHANGE: Partial<Record<Kind, string>> = {
  note: "update notes set version = version + 1 where id = $1",
  comment: "update comments set updated_at = updated_at + interval '1 second' where id = $1",
  task: "update tasks set status = 'in_progress', updated_at = now() where id = $1",
  program: "update diary_programs set status = 'completed' where id = $1",
  attachment: "update attachments set filename = 'other.pdf' where id = $1",
  appointment: "update appointments set revision = revision + 1 where id = $1",
  pause: "update care_pauses set revision = revision + 1 where id = $1",
};

describe("a member's webhook", () => {
  it("receives events of rows that its user sees, and no id of any other", async () => {
    await Promise.all([hook("caregiver"), hook("viewer"), hook("outsider")]);
    const items = await makeItems();
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(9);
    const made = await told();
    // What the helpers change afterwards is told too.
    const created = (who: string) => made[who]!.filter((one) => one.includes(".created"));
    expect(created("caregiver")).toEqual(expected(items, "created", "caregiver"));
    expect(created("viewer")).toEqual(expected(items, "created", "viewer"));
    expect(Object.keys(made).sort()).toEqual(["caregiver", "viewer"]);

    const changed = items.filter(({ kind }) => CHANGE[kind]);
    for (const { kind, id } of changed) await sql(CHANGE[kind]!, [id]);
    const updated = await told();
    expect(updated).toEqual({
      caregiver: expected(changed, "updated", "caregiver"),
      viewer: expected(changed, "updated", "viewer"),
    });

    // From the leaves on, since what goes with its note isn't told by itself.
    const removed = items.filter(({ kind }) => kind in CHANGE);
    for (const kind of ["comment", "attachment", "task", "program", "note", "pause", "appointment"] as const)
      for (const { id } of removed.filter((each) => each.kind === kind))
        await sql(`delete from ${SOURCES[kind].table} where id = $1`, [id]);
    const deleted = await told();
    expect(deleted).toEqual({
      caregiver: expected(removed, "deleted", "caregiver"),
      viewer: expected(removed, "deleted", "viewer"),
    });
  });

  it("receives only the deletion of a note, without its parts, and only the deletion of a notebook", async () => {
    await hook("caregiver");
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId);
    await createComment(owner, diaryId, noteId);
    const taskId = await insertTask(service, diaryId, owner.userId, { noteId });
    await createComment(owner, diaryId, taskId, { targetType: "task" });
    await createNote(owner, diaryId);
    await told();
    await sql("delete from notes where id = $1", [noteId]);
    expect(await told()).toEqual({ caregiver: [`note.deleted ${noteId}`] });
    // Not sent yet when the notebook goes.
    await createNote(owner, diaryId);
    await owner.http.mutation(api.diaries.deleteDiary, { diaryId });
    await deliverMessages({ database: service.database, outgoing: service.outgoing, log });
    expect(receiver.events()).toEqual([
      {
        type: "notebook.deleted",
        timestamp: expect.any(String),
        data: { id: diaryId, diaryId },
      },
    ]);
  });

  it("sees a note go that is hidden from its person, and come that is shown", async () => {
    await Promise.all([hook("caregiver"), hook("viewer")]);
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "extended" });
    await told();
    await sql("update notes set visibility = 'team', version = version + 1 where id = $1", [noteId]);
    expect(await told()).toEqual({
      caregiver: [`note.updated ${noteId}`],
      viewer: [`note.deleted ${noteId}`],
    });
    await sql("update notes set visibility = 'private', version = version + 1 where id = $1", [noteId]);
    expect(await told()).toEqual({ caregiver: [`note.deleted ${noteId}`] });
    await sql("update notes set visibility = 'extended', version = version + 1 where id = $1", [noteId]);
    const shown = [`note.updated ${noteId}`];
    expect(await told()).toEqual({ caregiver: shown, viewer: shown });
  });

  it("receives no deletion of a row that its user couldn't see then, though they could now", async () => {
    await hook("viewer");
    const { owner, viewer, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "team" });
    await sql("delete from notes where id = $1", [noteId]);
    await sql("update members set role = 'member' where user_id = $1", [viewer.userId]);
    expect((await told()).viewer!.filter((one) => one.startsWith("note"))).toEqual([]);
    // Nor of what was deleted while they saw it, when they see less by now.
    const seen = await createNote(owner, diaryId, { visibility: "team" });
    await told();
    await sql("delete from notes where id = $1", [seen]);
    await sql("update members set role = 'extended' where user_id = $1", [viewer.userId]);
    expect((await told()).viewer!.filter((one) => one.startsWith("note"))).toEqual([]);
  });

  it("receives events of its user's task on a note that is hidden from them", async () => {
    await hook("viewer");
    const { owner, viewer, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { visibility: "team" });
    const taskId = await insertTask(service, diaryId, owner.userId, { noteId, assignedTo: viewer.userId });
    expect(await told()).toEqual({ viewer: [`task.created ${taskId}`] });
  });

  it("receives the end of a notebook once when its user leaves or is removed, if it receives events of that notebook", async () => {
    const { owner, caregiver, viewer, diaryId } = team;
    const other = await createNotebook(caregiver);
    await Promise.all([hook("caregiver", { diaryIds: [diaryId] }), hook("viewer"), hook("outsider")]);
    await webhookOf(caregiver, `${receiver.url}/elsewhere`, { diaryIds: [other] });
    await webhookOf(caregiver, `${receiver.url}/tasks`, { areas: ["tasks"] });
    const idOf = async ({ userId }: { userId: string }) =>
      (await sql("select id from members where diary_id = $1 and user_id = $2", [diaryId, userId]))[0].id;
    // Written while they were members, not sent yet: what was written before is told no more.
    await createNote(owner, diaryId, { visibility: "extended" });
    const memberId = await idOf(caregiver);
    await owner.http.mutation(api.members.removeMember, { memberId });
    await viewer.http.mutation(api.members.leave, { diaryId });
    expect(await told()).toEqual({
      caregiver: [`notebook.deleted ${diaryId}`],
      viewer: [`notebook.deleted ${diaryId}`],
    });
    expect(await sql("select from webhook_deliveries where outcome is null")).toEqual([]);
  });

  it("receives no end of a notebook of which its user is a member again", async () => {
    await hook("viewer");
    const { viewer, diaryId } = team;
    await viewer.http.mutation(api.members.leave, { diaryId });
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, viewer.userId],
    );
    expect((await told()).viewer).toEqual([expect.stringMatching(/^member.created/)]);
  });

  it("gets nothing more from the moment on at which its person is removed, closed or turns it off", async () => {
    const { owner, caregiver, diaryId } = team;
    const { webhookId } = await hook("caregiver", { areas: ["notes", "members"] });
    const write = () => createNote(owner, diaryId);
    // Written while they were a member, not sent yet.
    await write();
    await sql("delete from members where user_id = $1 and diary_id = $2", [caregiver.userId, diaryId]);
    expect(await told()).toEqual({});
    expect(await sql("select from webhook_deliveries")).toEqual([]);
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, caregiver.userId],
    );
    await told();
    await write();
    await sql("update users set closed_at = now() where id = $1", [caregiver.userId]);
    expect(await told()).toEqual({});
    await sql("update users set closed_at = null where id = $1", [caregiver.userId]);
    await write();
    await caregiver.http.mutation(api.webhooks.turnOff, { webhookId });
    await write();
    expect(await told()).toEqual({});
    await caregiver.http.mutation(api.webhooks.turnOn, { webhookId });
    const noteId = await write();
    expect(await told()).toEqual({ caregiver: [`note.created ${noteId}`] });
    await write();
    await caregiver.http.mutation(api.webhooks.deleteWebhook, { webhookId });
    expect(await told()).toEqual({});
  });

  it("of some areas and notebooks receives events of those alone, and of no notebook that its user has joined again", async () => {
    const { owner, caregiver, diaryId } = team;
    const other = await careTeam(service);
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [other.diaryId, caregiver.userId],
    );
    await hook("caregiver", { areas: ["tasks", "members"], diaryIds: [diaryId] });
    await createNote(owner, diaryId);
    await insertTask(service, other.diaryId, other.owner.userId);
    const taskId = await insertTask(service, diaryId, owner.userId);
    expect(await told()).toEqual({ caregiver: [`task.created ${taskId}`] });
    await sql("delete from members where user_id = $1 and diary_id = $2", [caregiver.userId, diaryId]);
    await sql(
      "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
      [diaryId, caregiver.userId],
    );
    await insertTask(service, diaryId, owner.userId);
    expect(await told()).toEqual({});
  });

  it("whose choice was changed sends waiting events by the new one, and none written before it was chosen", async () => {
    const { owner, caregiver, diaryId } = team;
    const other = await createNotebook(caregiver);
    const { webhookId } = await hook("caregiver", { areas: ["notes", "tasks"] });
    const choose = (areas: WebhookArea[] | null, diaryIds: string[] | null) =>
      caregiver.http.mutation(api.webhooks.updateWebhook, { webhookId, name: "Other", areas, diaryIds });
    const write = async (who: TestPerson, notebook: string) => ({
      task: await insertTask(service, notebook, who.userId),
      note: await createNote(who, notebook),
    });
    await write(owner, diaryId);
    const waiting = await write(caregiver, other);
    await choose(["tasks"], [other]);
    expect(await told()).toEqual({ caregiver: [`task.created ${waiting.task}`] });
    expect(await sql("select from webhook_deliveries where outcome is null")).toEqual([]);

    await write(owner, diaryId);
    await choose(null, null);
    expect(await told()).toEqual({});
    const later = await write(owner, diaryId);
    expect((await told()).caregiver).toEqual([`note.created ${later.note}`, `task.created ${later.task}`]);
    expect(await caregiver.http.query(api.webhooks.listWebhooks, {})).toMatchObject([
      { name: "Other", areas: null, notebooks: null },
    ]);
  });

  it("contains the row, its notebook and its version, and no text that users wrote", async () => {
    await hook("caregiver");
    const { owner, diaryId } = team;
    const noteId = await createNote(owner, diaryId, { title: "canary title", content: "canary content" });
    await deliverMessages({ database: service.database, outgoing: service.outgoing, log });
    const [request] = receiver.received;
    const [{ short_id, updated_at }] = await sql("select short_id, updated_at from notes where id = $1", [
      noteId,
    ]);
    expect(JSON.parse(request!.body)).toEqual({
      type: "note.created",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { id: noteId, diaryId, shortId: short_id, version: 1, updatedAt: updated_at },
    });
    expect(JSON.stringify(receiver.received)).not.toContain("canary");
  });

  it("receives events of members and of the notebook itself", async () => {
    await hook("viewer");
    const { owner, caregiver, diaryId } = team;
    const [{ id }] = await sql("select id from members where diary_id = $1 and user_id = $2", [
      diaryId,
      caregiver.userId,
    ]);
    await owner.http.mutation(api.members.updateRole, { memberId: id, role: "admin" });
    expect((await told()).viewer).toEqual([`member.updated ${id}`]);
    await owner.http.mutation(api.members.removeMember, { memberId: id });
    await owner.http.mutation(api.diaries.archiveDiary, { diaryId });
    expect((await told()).viewer).toEqual([`member.deleted ${id}`, `notebook.updated ${diaryId}`]);
  });
});

it("knows of each kind the same audience when its row is deleted as while it is there", async () => {
  await hook("owner");
  await makeItems();
  const before = new Map<string, RowAudience | null>();
  for (const kind of KINDS) {
    const { rows } = await selectRows(kind, raw`true`).execute(service.database.db);
    for (const { id, audience } of rows) before.set(`${kind} ${id}`, audience);
  }
  await sql("delete from webhook_deliveries");
  for (const [kind, text] of Object.entries(CHANGE))
    await sql(text.replace("where id = $1", ""), []).catch((error) => {
      throw new Error(`${kind}: ${error}`);
    });
  const rows = await sql("select kind, subject_id, before from webhook_deliveries");
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(Object.keys(CHANGE)));
  for (const { kind, subject_id, before: recorded } of rows)
    expect(recorded, kind).toEqual(before.get(`${kind} ${subject_id}`));
});

it("writes nothing where nobody has a webhook, nor where the members have none", async () => {
  const { owner, diaryId } = team;
  await createNote(owner, diaryId);
  expect(await sql("select from webhook_deliveries")).toEqual([]);
  await hook("outsider");
  await createNote(owner, diaryId);
  expect(await sql("select from webhook_deliveries")).toEqual([]);
});

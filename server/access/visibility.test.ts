import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as rules from "../../lib/visibility.ts";
import { VISIBILITIES, type Visibility } from "../../lib/visibility-levels.ts";
import { addMember, api, createNotebook, createPerson, type TestPerson } from "../../test/people.ts";
import { type Service, startService } from "../../test/service.ts";
import * as inSql from "./visibility.ts";

let service: Service;
let owner: TestPerson;
let invitee: TestPerson;
/** The owner, three members of any roles, and a former member. */
let people: TestPerson[];
beforeAll(async () => {
  service = await startService();
  people = await Promise.all(
    ["Olga", "Adam", "Clara", "Viktor", "Fanny"].map((name) => createPerson(service, name)),
  );
  owner = people[0]!;
  invitee = await createPerson(service, "Nora");
});
afterAll(() => service.close());

/** The stored content of a note with a text. */
const CONTENT = JSON.stringify({
  type: "default",
  data: { text: "x" },
  metadata: { photoTranscripts: [], processingSteps: [] },
});

const ROLES = ["admin", "member", "clinician", "extended"] as const;
const person = fc.nat({ max: 4 });
/** The possible assignees of a task. */
const member = fc.nat({ max: 3 });
const visibility = fc.constantFrom<Visibility[]>(...VISIBILITIES);
const role = fc.constantFrom(...ROLES);
/** The number of one of the notes, tasks or programs. */
const one = fc.nat({ max: 99 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const notebook = fc.record({
  roles: fc.tuple(role, role, role),
  offered: role,
  notes: fc.array(fc.record({ author: person, visibility, isEncrypted: fc.boolean() }), {
    minLength: 1,
    maxLength: 7,
  }),
  tasks: fc.array(fc.record({ note: orNull(one), assignee: orNull(member) }), { maxLength: 6 }),
  programs: fc.array(fc.record({ note: orNull(one) }), { maxLength: 4 }),
  attachments: fc.array(fc.record({ note: one }), { maxLength: 3 }),
  comments: fc.array(
    fc.record({ on: fc.constantFrom("note", "task", "program"), thing: one, author: person, visibility }),
    { maxLength: 9 },
  ),
});
type Plan = typeof notebook extends fc.Arbitrary<infer Value> ? Value : never;

type Kind = "note" | "task" | "program" | "attachment" | "comment";
/** Any row of a notebook, with the values that decide who sees it. */
type Thing = {
  kind: Kind;
  id: string;
  audience: rules.Audience;
  /** What a comment is on. */
  on: Thing | null;
  comment: { visibility: Visibility; creatorId: string } | null;
  isHiddenFromAdmins: boolean;
  /** Its last change, epoch ms: later than all other changes of the notebook and different from each. */
  at: number;
};

const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
const BASE = Date.UTC(2030, 0, 1);
let shortIds = 0;
/** Six random characters of the alphabet of short ids. */
const shortId = () =>
  String(++shortIds)
    .replace(/[01]/g, (digit) => (digit === "0" ? "a" : "b"))
    .padStart(6, "z");

/**
 * Inserts the notebook by SQL: the functions refuse a viewer's note, which they may have written in a former role.
 */
async function make(plan: Plan): Promise<{ diaryId: string; things: Thing[] }> {
  const diaryId = await createNotebook(owner);
  for (const [i, given] of plan.roles.entries()) await addMember(service, diaryId, people[i + 1]!, given);
  const things: Thing[] = [];
  const userOf = (index: number) => people[index]!.userId;
  const moment = () => new Date(BASE + things.length * 60_000);
  const add = (thing: Pick<Thing, "kind" | "id" | "audience"> & Partial<Thing>) =>
    things.push({ on: null, comment: null, isHiddenFromAdmins: false, at: moment().getTime(), ...thing });
  const all = (kind: Kind) => things.filter((thing) => thing.kind === kind);
  const pick = (kind: Kind, index: number) => all(kind)[index % all(kind).length] ?? null;

  for (const note of plan.notes) {
    const id = randomUUID();
    const words = note.isEncrypted
      ? [null, null, null, "sealed", "sealed"]
      : ["Title", CONTENT, "x", null, null];
    await sql(
      `insert into notes (id, short_id, diary_id, type, note_day, visibility, is_encrypted, title, content, preview,
                          sealed_head, sealed_content, created_by, updated_by, updated_at)
       values ($1, $2, $3, 'default', '2026-11-20', $4, $5, $6, $7, $8, $9, $10, $11, $11, $12)`,
      [id, shortId(), diaryId, note.visibility, note.isEncrypted, ...words, userOf(note.author), moment()],
    );
    const row = {
      visibility: note.visibility,
      created_by: userOf(note.author),
      is_encrypted: note.isEncrypted,
    };
    add({
      kind: "note",
      id,
      audience: rules.getAudience(row),
      isHiddenFromAdmins: rules.isHiddenFromAdmins(row),
    });
  }
  const noteOf = (index: number | null) => (index === null ? null : pick("note", index));
  const on = (note: Thing | null, assignedTo: string | null = null) => ({
    audience: note ? { ...note.audience, assignedTo } : rules.getAudience(null, assignedTo),
    isHiddenFromAdmins: note?.isHiddenFromAdmins ?? false,
  });
  for (const task of plan.tasks) {
    const [id, note, assignee] = [
      randomUUID(),
      noteOf(task.note),
      task.assignee === null ? null : userOf(task.assignee),
    ];
    await sql(
      `insert into tasks (id, diary_id, note_id, title, assigned_to, created_by, updated_at)
       values ($1, $2, $3, 'Wash her hair', $4, $5, $6)`,
      [id, diaryId, note?.id, assignee, owner.userId, moment()],
    );
    add({ kind: "task", id, ...on(note, assignee) });
  }
  for (const program of plan.programs) {
    const [id, programId, note] = [randomUUID(), randomUUID(), noteOf(program.note)];
    await sql(
      `insert into programs (id, short_id, name, content, diary_id) values ($1, $2, 'After a stroke', '{"phases": []}', $3)`,
      [programId, shortId(), diaryId],
    );
    await sql(
      `insert into diary_programs (id, diary_id, program_id, note_id, baseline_date, status, activated_by, activated_at)
       values ($1, $2, $3, $4, now(), 'active', $5, $6)`,
      [id, diaryId, programId, note?.id, owner.userId, moment()],
    );
    add({ kind: "program", id, ...on(note) });
  }
  for (const attachment of plan.attachments) {
    const [id, note] = [randomUUID(), noteOf(attachment.note)!];
    await sql(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by, created_at)
       values ($1, $2, $3, 'letter.pdf', 'application/pdf', 1, $4, $5)`,
      [id, diaryId, note.id, owner.userId, moment()],
    );
    add({ kind: "attachment", id, ...on(note) });
  }
  for (const comment of plan.comments) {
    const [id, thing, creatorId] = [
      randomUUID(),
      pick(comment.on as Kind, comment.thing),
      userOf(comment.author),
    ];
    if (!thing) continue;
    const column = { note: "note_id", task: "task_id", program: "diary_program_id" }[comment.on];
    await sql(
      `insert into comments (id, diary_id, ${column}, content, visibility, created_by, created_at, updated_at)
       values ($1, $2, $3, 'Slept well', $4, $5, $6, $6)`,
      [id, diaryId, thing.id, comment.visibility, creatorId, moment()],
    );
    add({
      kind: "comment",
      id,
      audience: thing.audience,
      on: thing,
      comment: { visibility: comment.visibility, creatorId },
    });
  }
  return { diaryId, things };
}

/** Whether a reader sees something, in TypeScript. */
const sees = ({ audience, comment }: Thing, reader: rules.Reader): boolean =>
  rules.seesItem(audience, reader) && (comment === null || rules.seesComment(comment, reader));

const idsOf = (things: readonly Thing[]) => things.map(({ id }) => id).sort();

/** The ids of everything that a reader sees, in SQL; their membership, if any, has the alias `me`. */
async function idsSeenInSql(diaryId: string, userId: string, reader: inSql.RowReader): Promise<string[]> {
  const { db } = service.database;
  const members = db
    .selectFrom("members as me")
    .where("me.diary_id", "=", diaryId)
    .where("me.user_id", "=", userId);
  const found = await Promise.all([
    members
      .innerJoin("notes as n", "n.diary_id", "me.diary_id")
      .where(inSql.seesNote("n", reader))
      .select("n.id")
      .execute(),
    members
      .innerJoin("tasks as t", "t.diary_id", "me.diary_id")
      .leftJoin("notes as n", "n.id", "t.note_id")
      .where(inSql.seesItem("n", reader, "t"))
      .select("t.id")
      .execute(),
    members
      .innerJoin("diary_programs as g", "g.diary_id", "me.diary_id")
      .leftJoin("notes as n", "n.id", "g.note_id")
      .where(inSql.seesItem("n", reader))
      .select("g.id")
      .execute(),
    members
      .innerJoin("attachments as a", "a.diary_id", "me.diary_id")
      .innerJoin("notes as n", "n.id", "a.note_id")
      .where(inSql.seesNote("n", reader))
      .select("a.id")
      .execute(),
    members
      .innerJoin("comments as c", "c.diary_id", "me.diary_id")
      .leftJoin("tasks as t", "t.id", "c.task_id")
      .leftJoin("diary_programs as g", "g.id", "c.diary_program_id")
      .leftJoin("notes as n", (join) =>
        join.on((eb) => eb("n.id", "=", eb.fn.coalesce("c.note_id", "t.note_id", "g.note_id"))),
      )
      .where(inSql.seesItem("n", reader, "t"))
      .where(inSql.seesComment("c", reader))
      .select("c.id")
      .execute(),
  ]);
  return found.flatMap((rows) => rows.map(({ id }) => id)).sort();
}

const isRefused = (result: PromiseSettledResult<unknown>) => result.status === "rejected";

/** The ids of everything in a notebook that the product's functions return to a person. */
async function idsSeenByFunctions(
  someone: TestPerson,
  diaryId: string,
  things: readonly Thing[],
): Promise<string[]> {
  const ask = someone.http;
  const [notes, { tasks }, programs] = await Promise.all([
    ask.query(api.notes.listNotes, { diaryId }),
    ask.query(api.tasks.listMyTasks, { diaryId, filter: "all" }),
    ask.query(api.programs.listDiaryPrograms, { diaryId }),
  ]);
  const shown = [...notes, ...tasks, ...programs].map(({ _id }) => _id);
  for (const { kind, id } of things) {
    // A single read and the comments are allowed exactly for what the list has.
    if (kind === "note")
      expect((await ask.query(api.notes.getNote, { noteId: id })) !== null).toBe(shown.includes(id));
    if (kind === "task")
      expect((await ask.query(api.tasks.getTask, { taskId: id })) !== null).toBe(shown.includes(id));
    if (kind === "program") {
      const found = await ask.query(api.programs.getDiaryProgram, { diaryProgramId: id });
      expect(found !== null).toBe(shown.includes(id));
    }
    if (kind === "attachment" || kind === "comment") continue;
    const [comments] = await Promise.allSettled([
      ask.query(api.comments.listComments, { targetType: kind, targetId: id }),
    ]);
    expect(isRefused(comments)).toBe(!shown.includes(id));
    if (comments.status === "fulfilled") shown.push(...comments.value.map(({ _id }) => _id));
    if (kind !== "note") continue;
    const [files] = await Promise.allSettled([ask.query(api.attachments.listAttachments, { noteId: id })]);
    expect(isRefused(files)).toBe(!shown.includes(id));
    if (files.status === "fulfilled") shown.push(...files.value.map(({ _id }) => _id));
  }
  return shown.sort();
}

const newest = (things: readonly Thing[]) => things.reduce((latest, { at }) => Math.max(latest, at), 0);

it("SQL, TypeScript and the functions agree on who sees what, in any notebook", {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(notebook, async (plan) => {
      const { diaryId, things } = await make(plan);
      const roles = ["owner", ...plan.roles] as const;
      for (const [i, role] of roles.entries()) {
        const someone = people[i]!;
        const { userId } = someone;
        const reader = rules.toReader({ userId, role });
        const seen = things.filter((thing) => sees(thing, reader));
        const expected = { role, ids: idsOf(seen) };
        for (const form of [
          reader,
          inSql.createReader(userId, [{ diaryId, role }]),
          inSql.toReaderWithRole("me.role", userId),
        ]) {
          expect({ role, ids: await idsSeenInSql(diaryId, userId, form) }).toEqual(expected);
        }
        expect({ role, ids: await idsSeenByFunctions(someone, diaryId, things) }).toEqual(expected);

        const card = (await someone.http.query(api.diaries.listMyDiaries, {})).find(
          ({ _id }) => _id === diaryId,
        )!;
        expect(card.noteCount).toBe(seen.filter(({ kind }) => kind === "note").length);
        expect(Math.max(card.updatedAt, BASE - 1)).toBe(Math.max(newest(seen), BASE - 1));
        const { recentUpdates } = await someone.http.query(api.home.getHomeRecent, {
          notesLimit: 20,
          updatesLimit: 50,
        });
        const updates = recentUpdates.filter(({ diaryId: id, type }) => id === diaryId && type !== "member");
        expect(updates.map(({ id }) => id).sort()).toEqual(idsOf(seen.filter(({ kind }) => kind !== "task")));

        // A reader without rows of their own; all such viewers share a result.
        const nobody = { seesTeam: rules.seesTeam(role), privateOf: null };
        expect(await idsSeenInSql(diaryId, userId, nobody)).toEqual(
          idsOf(things.filter((thing) => sees(thing, nobody))),
        );
      }

      const invitationId = randomUUID();
      await sql(
        `insert into invitations (id, diary_id, email, role, expires_at, invited_by)
         values ($1, $2, $3, $4, now() + interval '1 day', $5)`,
        [invitationId, diaryId, invitee.email, plan.offered, owner.userId],
      );
      const offers = await invitee.http.query(api.invitations.listMyInvitations, {});
      const offer = offers.find(({ _id }) => _id === invitationId)!;
      const future = { seesTeam: rules.seesTeam(plan.offered), privateOf: null };
      const offeredSeen = things.filter((thing) => sees(thing, future));
      expect(offer.diary.noteCount).toBe(offeredSeen.filter(({ kind }) => kind === "note").length);
      expect(Math.max(offer.diary.updatedAt, BASE - 1)).toBe(Math.max(newest(offeredSeen), BASE - 1));

      const open = await service.database.db
        .selectFrom("notes as n")
        .where("n.diary_id", "=", diaryId)
        .where(inSql.isOpenToAdmins("n"))
        .select("n.id")
        .execute();
      const notes = things.filter(({ kind }) => kind === "note");
      expect(open.map(({ id }) => id).sort()).toEqual(
        idsOf(notes.filter((note) => !note.isHiddenFromAdmins)),
      );
      // Home and the list of invitations cover all notebooks, and those of former runs would push this one's out.
      await sql("update diaries set is_archived = true where id = $1", [diaryId]);
      await sql("delete from invitations where diary_id = $1", [diaryId]);
    }),
    // Shrinking a failing notebook would take minutes.
    { numRuns: 4, endOnFailure: true },
  );
});

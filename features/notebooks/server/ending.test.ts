import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { api, careTeam, createNote, noteArguments, type TestPerson } from "../../../test/people.ts";
import { dataUrlOf, pngOf } from "../../../test/pictures.ts";
import { rowDigests } from "../../../test/row-digests.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const on = { diaryId: "" };
beforeEach(() => {
  on.diaryId = team.diaryId;
});
const archive = (who: TestPerson) => who.http.mutation(api.diaries.archiveDiary, on);
const unarchive = (who: TestPerson) => who.http.mutation(api.diaries.unarchiveDiary, on);
const remove = (who: TestPerson) => who.http.mutation(api.diaries.deleteDiary, on);
const eventsOf = (diaryId: string) =>
  sql("select event_type, actor_id, details from audit_events where diary_id = $1 order by id", [diaryId]);

describe("archiving", () => {
  it("marks the notebook for all members, who go on reading and writing in it, and is undone", {
    tags: spec("CORE-051 WORK-298"),
  }, async () => {
    const { owner, caregiver, viewer } = team;
    await archive(owner);
    const [card] = await viewer.http.query(api.diaries.listMyDiaries, {});
    expect(card).toMatchObject({ _id: team.diaryId, isArchived: true });
    expect(await caregiver.http.query(api.diaries.getDiary, on)).toMatchObject({ isArchived: true });
    const noteId = await createNote(caregiver, team.diaryId);
    expect(await owner.http.query(api.notes.getNote, { noteId })).not.toBeNull();
    await unarchive(owner);
    expect(await viewer.http.query(api.diaries.getDiary, on)).toMatchObject({ isArchived: false });
  });

  it("writes one audit event, however often it is requested", async () => {
    for (const step of [archive, archive, unarchive, unarchive]) expect(await step(team.owner)).toBeNull();
    const of = (event_type: string) => ({ event_type, actor_id: team.owner.userId, details: {} });
    expect(await eventsOf(team.diaryId)).toEqual([
      of("notebook.created"),
      of("notebook.archived"),
      of("notebook.unarchived"),
    ]);
  });
});

describe("keeping on devices", () => {
  const keep = (who: TestPerson, isKept: boolean) =>
    who.http.mutation(api.diaries.setKeptOnDevices, { ...on, isKept });

  it("is forbidden and allowed again by the owner, for all members, with an audit event each", async () => {
    const { owner, admin, viewer, diaryId } = team;
    await expect(keep(admin, false)).rejects.toThrow("Access denied");
    for (const isKept of [false, false, true]) {
      await keep(owner, isKept);
      const [card] = await viewer.http.query(api.diaries.listMyDiaries, {});
      expect(card).toMatchObject({ _id: diaryId, isKeptOnDevices: isKept });
    }
    const of = (isKept: boolean) => ({
      event_type: "notebook.updated",
      actor_id: owner.userId,
      details: { fields: ["isKeptOnDevices"], isKeptOnDevices: isKept },
    });
    expect((await eventsOf(diaryId)).slice(1)).toEqual([of(false), of(true)]);
  });
});

describe("deleting", () => {
  /** Fills a notebook with a row in every table that refers to notebooks. */
  async function fill(): Promise<void> {
    const { owner, diaryId, caregiver } = team;
    const avatarUrl = await owner.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, {
      dataUrl: dataUrlOf("image/png", await pngOf()),
      filename: "rosa.png",
      diaryId,
    });
    await owner.http.mutation(api.diaries.updateDiaryWithPersonInfo, {
      diaryId,
      region: "DE",
      avatarUrl,
      personInfo: { fullName: "Rosa Blum" },
    });
    const noteId = await createNote(owner, diaryId);
    const { diaryId: _, type: __, ...fields } = noteArguments(diaryId, { title: "Changed" });
    await owner.http.mutation(api.notes.updateNote, { noteId, ...fields });
    await caregiver.http.mutation(api.diaries.markDiaryOpened, { diaryId });
    await sql(
      `with p as (insert into programs (id, short_id, name, content, diary_id)
                  values (gen_random_uuid(), '22222a', 'P', '{"phases":[]}', $1) returning id),
            l as (insert into note_programs (diary_id, note_id, program_id, linked_by) select $1, $2, id, $3 from p),
            g as (insert into diary_programs (id, diary_id, program_id, note_id, baseline_date, status, activated_by)
                  select gen_random_uuid(), $1, id, $2, now(), 'active', $3 from p returning id),
            h as (insert into phase_progress (id, diary_id, diary_program_id, phase_id, phase_title, position, status, start_date, end_date)
                  select gen_random_uuid(), $1, id, 'a', 'A', 0, 'active', now(), now() from g),
            i as (insert into activity_activations (id, diary_id, diary_program_id, phase_id, activity_template_id, activity_title, assigned_to, start_date)
                  select gen_random_uuid(), $1, id, 'a', 'b', 'B', $3, now() from g),
            j as (insert into exports (id, diary_id, kind, subject_id, audience, parameters, format, generated_by, expires_at)
                  select gen_random_uuid(), $1, 'program', id, 'everyone', '{"exportType":"phase-report"}', 'pdf', $3, now() from g),
            t as (insert into tasks (id, diary_id, note_id, title, assigned_to, created_by)
                  values (gen_random_uuid(), $1, $2, 'T', $3, $3), (gen_random_uuid(), $1, null, 'U', $3, $3) returning id, note_id),
            a as (insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
                  values (gen_random_uuid(), $1, $2, 'f', 'text/plain', 1, $3)),
            v as (insert into invitations (id, diary_id, email, role, expires_at, invited_by)
                  values (gen_random_uuid(), $1, 'i@example.org', 'member', now(), $3) returning id),
            w as (insert into invitation_links (token_hash, diary_id, invitation_id, made_by)
                  select repeat('0', 64), $1, id, $3 from v),
            x as (insert into join_requests (id, diary_id, invitation_id, user_id)
                  select gen_random_uuid(), $1, id, $3 from v)
       insert into comments (id, diary_id, note_id, task_id, content, created_by)
       select gen_random_uuid(), $1, $2::uuid, null, 'C', $3 union all
       select gen_random_uuid(), $1, null, id, 'D', $3 from t where note_id is null`,
      [diaryId, noteId, owner.userId],
    );
  }

  /** The number and the digest of the rows of every table, without those of the sign-in. */
  const contentOfTables = async () =>
    new Map(
      Object.entries(await rowDigests(service.database.connectionString)).filter(
        ([name]) => !name.includes("."),
      ),
    );

  /** The rows of every table that refer to a notebook. */
  async function rowsOf(diaryId: string): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    for (const table of (await contentOfTables()).keys()) {
      const rows = await sql(`select t::text as text from ${table} t where t::text like $1 order by 1`, [
        `%${diaryId}%`,
      ]);
      if (rows.length > 0)
        found.set(
          table,
          rows.map(({ text }) => text),
        );
    }
    return found;
  }

  it("deletes everything in the notebook, also its photo's files, and leaves others alone", {
    tags: spec("CORE-037 CORE-038 CORE-039 CORE-040 CORE-041 CORE-042 CORE-043"),
  }, async () => {
    const empty = await contentOfTables();
    const bystander = await careTeam(service);
    await createNote(bystander.owner, bystander.diaryId);
    const rowsOfBystander = await rowsOf(bystander.diaryId);
    const before = await contentOfTables();
    await fill();
    const filled = await contentOfTables();
    const changedTables = [...filled]
      .filter(([name, rows]) => rows !== before.get(name))
      .map(([name]) => name);
    for (const table of [
      "activity_activations",
      "attachments",
      "avatars",
      "comments",
      "diary_programs",
      "exports",
      "invitation_links",
      "invitations",
      "join_requests",
      "note_programs",
      "note_versions",
      "notebook_visits",
      "notes",
      "phase_progress",
      "programs",
      "tasks",
    ]) {
      expect(changedTables).toContain(table);
    }
    expect([...(await rowsOf(team.diaryId)).keys()]).toEqual(expect.arrayContaining(["members", "notes"]));
    await remove(team.owner);
    const after = await contentOfTables();
    const traces = [...(await rowsOf(team.diaryId)).keys()];
    expect(traces).toEqual(["audit_events"]);
    expect(await rowsOf(bystander.diaryId)).toEqual(rowsOfBystander);
    expect(after.get("avatars")).toBe(empty.get("avatars"));
    expect(await sql("select name from file_removals")).toHaveLength(2);
    expect(await eventsOf(team.diaryId)).toEqual(
      expect.arrayContaining([{ event_type: "notebook.deleted", actor_id: team.owner.userId, details: {} }]),
    );
  });

  it("reaches all open screens within a second, and nobody gets in afterwards", async () => {
    const noteId = await createNote(team.owner, team.diaryId, { visibility: "extended" });
    const watchers = [team.admin, team.caregiver, team.viewer].map((person) => {
      const client = service.connect(person);
      const shown: Record<string, unknown> = {};
      const show = (name: string) =>
        [
          (value: unknown) => {
            shown[name] = value;
          },
          (error: Error) => {
            shown[name] = (error as Error & { data: unknown }).data;
          },
        ] as const;
      client.onUpdate(api.diaries.getDiary, on, ...show("notebook"));
      client.onUpdate(api.diaries.listMyDiaries, {}, ...show("list"));
      client.onUpdate(api.notes.listNotes, on, ...show("notes"));
      client.onUpdate(api.notes.getNote, { noteId }, ...show("note"));
      client.onUpdate(api.members.listMembers, on, ...show("members"));
      return shown;
    });
    await expect.poll(() => watchers.map((shown) => Object.keys(shown).length)).toEqual([5, 5, 5]);
    await remove(team.owner);
    const denied = { code: "access-denied", message: "Access denied", key: "refusals.denied" };
    const ended = { notebook: null, list: [], notes: denied, note: null, members: denied };
    await expect.poll(() => watchers, { interval: 20 }).toEqual([ended, ended, ended]);
    await expect(createNote(team.owner, team.diaryId)).rejects.toMatchObject({ data: denied });
    await expect(remove(team.owner)).rejects.toMatchObject({ data: denied });
  });

  it("gives simultaneous writers the same answer as later ones", async () => {
    for (let round = 0; round < 8; round++) {
      const { diaryId, owner, caregiver } = await careTeam(service);
      const writes = Array.from({ length: 6 }, () => createNote(caregiver, diaryId));
      const marks = Array.from({ length: 2 }, () =>
        caregiver.http.mutation(api.diaries.markDiaryOpened, { diaryId }),
      );
      const deleted = owner.http.mutation(api.diaries.deleteDiary, { diaryId });
      for (const answer of await Promise.allSettled([...writes, ...marks])) {
        if (answer.status === "rejected") expect(answer.reason.data?.message).toBe("Access denied");
      }
      expect(await deleted).toBeNull();
      expect(await sql("select id from notes where diary_id = $1", [diaryId])).toEqual([]);
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { DependencyRecorder } from "../../../server/db/dependencies.ts";
import { RawClient } from "../../../test/conformance/raw_client.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  type TestPerson,
} from "../../../test/people.ts";
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

const people = () => [team.owner, team.admin, team.caregiver, team.viewer];
/** The values of the list and of the notebook itself for owner, admin, caregiver and viewer; both have to agree. */
async function valuesByRole<Field extends "unreadCount" | "updatedAt" | "noteCount">(
  field: Field,
): Promise<number[]> {
  return Promise.all(
    people().map(async ({ http }) => {
      const list = await http.query(api.diaries.listMyDiaries, {});
      const card = list.find(({ _id }) => _id === team.diaryId)!;
      const diary = await http.query(api.diaries.getDiary, { diaryId: team.diaryId });
      expect(diary![field]).toBe(card[field]);
      return card[field];
    }),
  );
}
const open = (who: TestPerson) => who.http.mutation(api.diaries.markDiaryOpened, { diaryId: team.diaryId });

type Row = { by: TestPerson; visibility?: "private" | "team" | "extended"; at?: Date };
const SOON = () => new Date(Date.now() + 60_000);

/** Adds a comment on a note, or on a task or a program with or without a note. */
async function comment(on: { note_id?: string; task_id?: string; diary_program_id?: string }, row: Row) {
  await sql(
    `insert into comments (id, diary_id, note_id, task_id, diary_program_id, content, visibility, created_by, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 'C', $5, $6, $7, $7)`,
    [
      team.diaryId,
      on.note_id ?? null,
      on.task_id ?? null,
      on.diary_program_id ?? null,
      row.visibility ?? "extended",
      row.by.userId,
      row.at ?? SOON(),
    ],
  );
}

async function task(noteId: string | null, at = new Date()): Promise<string> {
  const [{ id }] = await sql(
    `insert into tasks (id, diary_id, note_id, title, created_by, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'T', $3, $4, $4) returning id`,
    [team.diaryId, noteId, team.owner.userId, at],
  );
  return id;
}

let programs = 0;
async function program(noteId: string | null, at = new Date()): Promise<string> {
  const letters = "abcdefghjkmnp";
  const shortId = `2222${letters[Math.floor(programs / letters.length)]}${letters[programs++ % letters.length]}`;
  const [{ id }] = await sql(
    `with p as (insert into programs (id, short_id, name, content, diary_id)
                values (gen_random_uuid(), $5, 'P', '{"phases":[]}', $1) returning id)
     insert into diary_programs (id, diary_id, program_id, note_id, baseline_date, status, activated_by, activated_at)
     select gen_random_uuid(), $1, id, $2, now(), 'active', $3, $4 from p returning id`,
    [team.diaryId, noteId, team.owner.userId, at, shortId],
  );
  return id;
}

describe("the number of unread entries", () => {
  beforeEach(async () => {
    for (const person of people()) await open(person);
  });

  it("counts notes by others that one sees, written since one opened the notebook", {
    tags: spec("WORK-304"),
  }, async () => {
    await createNote(team.owner, team.diaryId, { visibility: "extended" });
    await createNote(team.caregiver, team.diaryId, { visibility: "team" });
    await createNote(team.caregiver, team.diaryId, { visibility: "private" });
    expect(await valuesByRole("unreadCount")).toEqual([1, 2, 1, 1]);
    await open(team.admin);
    expect(await valuesByRole("unreadCount")).toEqual([1, 0, 1, 1]);
    expect(await valuesByRole("noteCount")).toEqual([2, 2, 3, 1]);
  });

  it("counts from joining for people who have never opened it", async () => {
    await sql("delete from notebook_visits where diary_id = $1", [team.diaryId]);
    await sql(
      "update members set joined_at = now() + interval '30 seconds' where diary_id = $1 and role = 'admin'",
      [team.diaryId],
    );
    await createNote(team.owner, team.diaryId);
    expect(await valuesByRole("unreadCount")).toEqual([0, 0, 1, 0]);
  });

  it.each([
    // The comment's author is the caregiver; owner, admin, caregiver, viewer.
    ["everyone's note", "extended", "extended", [1, 1, 0, 1]],
    ["everyone's note, for the team", "extended", "team", [1, 1, 0, 0]],
    ["everyone's note, private", "extended", "private", [0, 0, 0, 0]],
    ["the team's note", "team", "extended", [1, 1, 0, 0]],
    ["the owner's private note", "private", "extended", [1, 0, 0, 0]],
  ] as const)(
    "counts comments on %s for everybody who sees both, on a task or a program of the note alike",
    async (_, noteVisibility, visibility, expected) => {
      const note_id = await createNote(team.owner, team.diaryId, { visibility: noteVisibility });
      for (const person of people()) await open(person);
      const by = team.caregiver;
      await comment({ note_id }, { by, visibility });
      expect(await valuesByRole("unreadCount")).toEqual(expected);
      await comment({ task_id: await task(note_id) }, { by, visibility });
      expect(await valuesByRole("unreadCount")).toEqual(expected.map((count) => count * 2));
      await comment({ diary_program_id: await program(note_id) }, { by, visibility });
      expect(await valuesByRole("unreadCount")).toEqual(expected.map((count) => count * 3));
    },
  );

  it("counts comments on a task for its assignee, who sees it wherever it stands", async () => {
    const note_id = await createNote(team.owner, team.diaryId, { visibility: "private" });
    const task_id = await task(note_id);
    for (const person of people()) await open(person);
    await sql("update tasks set assigned_to = $2 where id = $1", [task_id, team.viewer.userId]);
    await comment({ task_id }, { by: team.caregiver });
    expect(await valuesByRole("unreadCount")).toEqual([1, 0, 0, 1]);
    const { recentUpdates } = await team.viewer.http.query(api.home.getHomeRecent, {});
    expect(recentUpdates.filter(({ type }) => type === "comment")).not.toEqual([]);
  });

  it("counts comments outside notes by their own visibility", async () => {
    await comment({ task_id: await task(null) }, { by: team.owner });
    await comment({ diary_program_id: await program(null) }, { by: team.owner, visibility: "team" });
    expect(await valuesByRole("unreadCount")).toEqual([0, 2, 2, 1]);
  });

  it("doesn't count comments from before the last opening", async () => {
    const note_id = await createNote(team.owner, team.diaryId, { visibility: "extended" });
    for (const person of people()) await open(person);
    await comment({ note_id }, { by: team.caregiver, at: new Date(Date.now() - 60_000) });
    expect(await valuesByRole("unreadCount")).toEqual([0, 0, 0, 0]);
  });
});

describe("the time of the newest change", () => {
  let notes: Record<"extended" | "team" | "private", string>;
  /** A moment after everything so far; each call returns a later one. */
  const later = (() => {
    let minutes = 1;
    return () => new Date(Date.now() + minutes++ * 3_600_000);
  })();
  beforeEach(async () => {
    const write = (visibility: "extended" | "team" | "private") =>
      createNote(team.owner, team.diaryId, { visibility });
    notes = { extended: await write("extended"), team: await write("team"), private: await write("private") };
  });

  const on = (noteId: string | null) => ({
    "a note": (at: Date) => sql("update notes set updated_at = $2 where id = $1", [noteId, at]),
    "a comment": (at: Date) => comment({ note_id: noteId! }, { by: team.owner, at }),
    "an edited comment": async (at: Date) => {
      await comment({ note_id: noteId! }, { by: team.owner, at: new Date(0) });
      await sql("update comments set updated_at = $2 where note_id = $1 and created_at = to_timestamp(0)", [
        noteId,
        at,
      ]);
    },
    "an attachment": (at: Date) =>
      sql(
        `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by, created_at)
         values (gen_random_uuid(), $1, $2, 'f', 'text/plain', 1, $3, $4)`,
        [team.diaryId, noteId, team.owner.userId, at],
      ),
    "a task": (at: Date) => task(noteId, at),
    "a program": (at: Date) => program(noteId, at),
  });

  it.each(["a note", "a comment", "an edited comment", "an attachment", "a task", "a program"] as const)(
    "is when %s changed, for those who see its note",
    { tags: spec("CORE-056 WORK-305") },
    async (kind) => {
      const seenBy = {
        extended: [true, true, true, true],
        team: [true, true, true, false],
        private: [true, false, false, false],
      };
      for (const visibility of ["extended", "team", "private"] as const) {
        const before = await valuesByRole("updatedAt");
        const at = later();
        await on(notes[visibility])[kind](at);
        const expected = seenBy[visibility].map((sees, i) => (sees ? at.getTime() : before[i]));
        expect(await valuesByRole("updatedAt"), visibility).toEqual(expected);
      }
    },
  );

  it.each(["a task", "a program"] as const)(
    "is when %s without a note changed, for everybody",
    async (kind) => {
      const at = later();
      await on(null)[kind](at);
      expect(await valuesByRole("updatedAt")).toEqual([1, 2, 3, 4].map(() => at.getTime()));
    },
  );

  it("is when a member joined or the information changed, for everybody", async () => {
    const joined = later();
    await addMember(service, team.diaryId, team.outsider, "member");
    await sql("update members set joined_at = $2 where user_id = $1", [team.outsider.userId, joined]);
    expect(await valuesByRole("updatedAt")).toEqual([1, 2, 3, 4].map(() => joined.getTime()));
    const changed = later();
    await sql("update diaries set updated_at = $2 where id = $1", [team.diaryId, changed]);
    expect(await valuesByRole("updatedAt")).toEqual([1, 2, 3, 4].map(() => changed.getTime()));
  });

  it.each(["the task", "a comment on it"] as const)(
    "is when %s changed for a task's assignee, wherever the task stands",
    async (what) => {
      const task_id = await task(notes.private);
      await sql("update tasks set assigned_to = $2 where id = $1", [task_id, team.viewer.userId]);
      const before = await valuesByRole("updatedAt");
      const at = later();
      if (what === "the task") await sql("update tasks set updated_at = $2 where id = $1", [task_id, at]);
      else await comment({ task_id }, { by: team.owner, at });
      expect(await valuesByRole("updatedAt")).toEqual([+at, before[1], before[2], +at]);
    },
  );

  it("ignores comments that only some members see", async () => {
    const before = await valuesByRole("updatedAt");
    const [forTeam, alone] = [later(), later()];
    await comment({ note_id: notes.extended }, { by: team.caregiver, visibility: "team", at: forTeam });
    expect(await valuesByRole("updatedAt")).toEqual(
      [forTeam, forTeam, forTeam].map(Number).concat(before[3]!),
    );
    await comment({ note_id: notes.extended }, { by: team.caregiver, visibility: "private", at: alone });
    expect(await valuesByRole("updatedAt")).toEqual([+forTeam, +forTeam, +alone, before[3]]);
  });
});

describe("diaries.markDiaryOpened", () => {
  const visits = () =>
    sql("select user_id, last_opened_at from notebook_visits where diary_id = $1", [team.diaryId]);

  it("stores another opening only after a minute or when there is news", async () => {
    const { admin, owner } = team;
    await open(admin);
    const [first] = await visits();
    expect(first!.user_id).toBe(admin.userId);
    await open(admin);
    expect(await visits()).toEqual([first]);
    await createNote(owner, team.diaryId);
    await open(admin);
    const [second] = await visits();
    expect(second!.last_opened_at).toBeGreaterThan(first!.last_opened_at);
    await sql("update notebook_visits set last_opened_at = now() - interval '61 seconds'");
    await open(admin);
    expect((await visits())[0]!.last_opened_at).toBeGreaterThan(second!.last_opened_at);
  });

  it("updates the caller's lists and nobody else's", async () => {
    const { admin, owner, diaryId } = team;
    await createNote(owner, diaryId);
    const clients = await Promise.all(
      [admin, owner].map(async (person) => {
        const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(person) });
        client.add(
          { queryId: 0, udfPath: "diaries:listMyDiaries", args: {} },
          { queryId: 1, udfPath: "diaries:getDiary", args: { diaryId } },
          { queryId: 2, udfPath: "members:listMembers", args: { diaryId } },
        );
        await client.until(() => client.values.size === 3);
        return client;
      }),
    );
    const [mine, others] = clients as [RawClient, RawClient];
    const messageCount = others.messages.length;
    await open(admin);
    await mine.until(() => (mine.values.get(0) as { unreadCount: number }[])[0]!.unreadCount === 0, 1000);
    expect(mine.values.get(1)).toMatchObject({ unreadCount: 0 });
    expect(others.messages.slice(messageCount).filter(({ type }) => type !== "Ping")).toEqual([]);
    const [{ scopes }] = await sql(
      "select array_agg(distinct scope) as scopes from sync_log where scope like 'notebook_visits%' and scope like $1",
      [`%${admin.userId}`],
    );
    expect(scopes).toEqual([`notebook_visits/user_id=${admin.userId}`]);
    for (const client of clients) await client.close();
  });
});

describe("the live list of notebooks", () => {
  it("depends on its own notebooks and person, so that other changes don't run it again", async () => {
    const other = await createNotebook(team.owner);
    const scopes = await scopesOf("diaries.listMyDiaries", {}, team.owner);
    for (const table of [
      "notes",
      "comments",
      "attachments",
      "tasks",
      "diary_programs",
      "diaries",
      "person_infos",
    ]) {
      const column = table === "diaries" ? "id" : "diary_id";
      expect(scopes.filter((scope) => scope.split("/")[0] === table).sort()).toEqual(
        [team.diaryId, other].map((id) => `${table}/${column}=${id}`).sort(),
      );
    }
    expect(scopes.filter((scope) => scope.startsWith("notebook_visits"))).toEqual([
      `notebook_visits/user_id=${team.owner.userId}`,
    ]);
    expect(scopes).not.toContain("members");
    // A sign-up or another person's new name doesn't run it again, unless that name is shown in the list.
    for (const [name, args] of [
      ["diaries.listMyDiaries", {}],
      ["diaries.getDiary", { diaryId: other }],
      ["members.listMembers", { diaryId: other }],
    ] as const) {
      const read = await scopesOf(name, args, team.owner);
      expect(
        read.filter((scope) => scope.startsWith("users")),
        name,
      ).toEqual([`users/clerk_user_id=${team.owner.subject}`, `users/id=${team.owner.userId}`]);
    }
  });

  async function scopesOf(name: string, args: Record<string, unknown>, who: TestPerson): Promise<string[]> {
    const { rows } = await service.database.pool.query("select table_name, columns from sync_scopes");
    const tracked = new Map<string, string[][]>();
    for (const { table_name, columns } of rows) {
      tracked.set(table_name, [...(tracked.get(table_name) ?? []), columns]);
    }
    const recorder = new DependencyRecorder(tracked);
    const db = service.database.db.withPlugin(recorder);
    const fn = functions.get(name)!;
    const identity = { issuer: "", emailVerified: true, expiresAt: Number.MAX_SAFE_INTEGER, ...who };
    const access = await fn.access.resolve({ db, identity }, args);
    await fn.handler({ db, access, baseUrl: "", journal: { read: null, write() {} } } as never, args);
    return [...recorder.scopes];
  }
});

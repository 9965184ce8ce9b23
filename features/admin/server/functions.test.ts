import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { sumRowCounts } from "../../../server/jobs/row_counts.ts";
import { LISTS } from "../../../test/access/admin_calls.ts";
import { runOperatorCommand } from "../../../test/operator.ts";
import {
  api,
  careTeam,
  createNote,
  createPerson,
  insertTask,
  type TestPerson,
} from "../../../test/people.ts";
import { programFile, uploadProgram } from "../../../test/programs.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { ADMIN_TABLES, NOT_OPENED, OPENING_HOURS } from "../rules.ts";
import { COMMANDS } from "./commands.ts";

let service: Service;
let admin: TestPerson;
let superAdmin: TestPerson;
let team: Awaited<ReturnType<typeof careTeam>>;
const createAdmin = async (name: string, isSuper = false) => {
  const someone = await createPerson(service, name);
  await runOperatorCommand(COMMANDS, `promote ${someone.email}${isSuper ? " --super" : ""}`, service);
  return someone;
};
beforeAll(async () => {
  service = await startService();
  superAdmin = await createAdmin("Susi Super", true);
  admin = await createAdmin("Petra Platform");
  team = await careTeam(service);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const firstPage = { paginationOpts: { numItems: 20, cursor: null } };
const refusal = (code: string, message: string) => ({ data: { code, message } });
const DENIED = refusal("access-denied", "Access denied");
const UNOPENED = refusal(NOT_OPENED, "Open this table first");
const open = (who: TestPerson, table: (typeof ADMIN_TABLES)[number]) =>
  who.http.mutation(api.admin.recordTableOpening, { table });
const eventsOf = (eventType: string, who: TestPerson) =>
  sql("select * from audit_events where event_type = $1 and actor_id = $2 order by created_at", [
    eventType,
    who.userId,
  ]);
const eventually = (check: () => Promise<void> | void) =>
  expect
    .poll(
      async () => {
        try {
          await check();
          return "";
        } catch (error) {
          return String(error);
        }
      },
      { interval: 50 },
    )
    .toBe("");

describe("the administrators' calls", () => {
  it("tell whether the caller is an administrator, and answer nobody else", {
    tags: spec("WORK-572 WORK-585"),
  }, async () => {
    const of = (who: TestPerson) => who.http.query(api.admin.getAdminStatus, {});
    expect(await of(superAdmin)).toEqual({ isAdmin: true, isSuperAdmin: true });
    expect(await of(admin)).toEqual({ isAdmin: true, isSuperAdmin: false });
    expect(await of(team.owner)).toEqual({ isAdmin: false, isSuperAdmin: false });
    await expect(team.owner.http.query(api.adminDb.getStats, {})).rejects.toMatchObject(DENIED);
    await expect(team.owner.http.query(api.adminDb.listNotes, firstPage)).rejects.toMatchObject(DENIED);
    await expect(open(team.owner, "notes")).rejects.toMatchObject(DENIED);
  });

  it("list administrators for super administrators, newest first", {
    tags: spec("WORK-866"),
  }, async () => {
    const admins = await superAdmin.http.query(api.admin.listAdmins, {});
    expect(admins.map((each) => [each.name, each.isAdmin, each.isSuperAdmin])).toEqual([
      ["Petra Platform", true, false],
      ["Susi Super", true, true],
    ]);
    expect(admins[0]).toEqual({
      _id: admin.userId,
      clerkUserId: admin.subject,
      email: admin.email,
      name: "Petra Platform",
      isAdmin: true,
      isSuperAdmin: false,
      _creationTime: expect.any(Number),
    });
    await expect(admin.http.query(api.admin.listAdmins, {})).rejects.toMatchObject(DENIED);
  });

  it("change programs and nothing else", async () => {
    // An action, because it reads the queues again each time; it writes nothing.
    const reads = ["admin.getQueues"];
    const writes = [...functions]
      .filter(([name, fn]) => /^admin(Db)?\./.test(name) && fn.kind !== "query" && !reads.includes(name))
      .map(([name]) => name);
    expect(writes).toEqual([
      "admin.claimAdministration",
      "admin.recordTableOpening",
      "admin.updateProgramAdmin",
    ]);
  });

  it("end their live results the moment the rights are taken away", async () => {
    const someone = await createAdmin("Former Admin");
    await open(someone, "tasks");
    const client = service.connect(someone);
    let answers = 0;
    const ended = new Promise<Error>((resolve, reject) => {
      client.onUpdate(
        api.adminDb.listTasks,
        firstPage,
        async () => {
          answers++;
          await runOperatorCommand(COMMANDS, `demote ${someone.email}`, service).catch(reject);
        },
        resolve,
      );
    });
    expect(await ended).toMatchObject(DENIED);
    await insertTask(service, team.diaryId, team.owner.userId);
    expect(await someone.http.query(api.admin.getAdminStatus, {})).toEqual({
      isAdmin: false,
      isSuperAdmin: false,
    });
    expect(answers).toBe(1);
  });
});

describe("an administrator's table", () => {
  it("answers only after it was opened, which writes one audit event and holds for 12 hours", async () => {
    const [someone, another] = [await createAdmin("Opening Admin"), await createAdmin("Another Admin")];
    for (const table of ADMIN_TABLES) {
      const list = (who: TestPerson) =>
        who.http.query(api.adminDb[LISTS[table]] as typeof api.adminDb.listUsers, firstPage);
      await expect(list(someone), table).rejects.toMatchObject(UNOPENED);
      await open(someone, table);
      await expect(list(someone), table).resolves.toMatchObject({ page: expect.any(Array) });
      await expect(list(another), table).rejects.toMatchObject(UNOPENED);
    }
    const opened = (hours: number) =>
      sql("update admin_openings set opened_at = now() - make_interval(mins => $1) where user_id = $2", [
        hours * 60,
        someone.userId,
      ]);
    await opened(11.9);
    await open(someone, "notes");
    expect(await eventsOf("admin.tableOpened", someone)).toHaveLength(ADMIN_TABLES.length);
    await opened(12);
    await open(someone, "notes");
    const events = await eventsOf("admin.tableOpened", someone);
    expect(events.map((event) => event.target_id)).toEqual([...ADMIN_TABLES, "notes"]);
    expect(events[0]).toMatchObject({ target_type: "table", diary_id: null, details: {} });
  });

  it("has to be opened again after a working day, and is live again then", async () => {
    const someone = await createAdmin("Tired Admin");
    await open(someone, "notes");
    await sql("update admin_openings set opened_at = now() - make_interval(hours => $1) where user_id = $2", [
      OPENING_HOURS,
      someone.userId,
    ]);
    const states: string[] = [];
    service.connect(someone).onUpdate(
      api.adminDb.listNotes,
      firstPage,
      () => void states.push("rows"),
      (error) => void states.push((error as { data?: { code: string } }).data?.code ?? String(error)),
    );
    await eventually(() => expect(states.at(-1)).toBe(NOT_OPENED));
    await open(someone, "notes");
    await eventually(() => expect(states.at(-1)).toBe("rows"));
  });

  it("has live pages of 20 without gaps or duplicates, the last of which says that it is the last", async () => {
    const someone = await createAdmin("Paging Admin");
    await open(someone, "tasks");
    await sql("delete from tasks");
    const add = (from: number, count: number) =>
      sql(
        `insert into tasks (id, diary_id, title, created_by, created_at)
         select gen_random_uuid(), $1, 'Task ' || i, $2, timestamptz '2026-01-01' + i * interval '1 minute'
           from generate_series($3::int, $4::int) i`,
        [team.diaryId, team.owner.userId, from, from + count - 1],
      );
    await add(1, 50);
    type Titles = { page: { title: string | null }[]; isDone: boolean; continueCursor: string };
    const watched: Titles[][] = [];
    let updates = 0;
    const watch = (cursor: string | null) => {
      const index = watched.push([]) - 1;
      service
        .connect(someone)
        .onUpdate(api.adminDb.listTasks, { paginationOpts: { numItems: 20, cursor } }, (page) => {
          updates++;
          watched[index]!.push(page);
        });
      return eventually(() => expect(watched[index]!.length).toBeGreaterThan(0));
    };
    await watch(null);
    await watch(watched[0]!.at(-1)!.continueCursor);
    await watch(watched[1]!.at(-1)!.continueCursor);
    const now = () => watched.map((pages) => pages.at(-1)!);
    expect(now().map(({ page, isDone }) => [page.length, isDone])).toEqual([
      [20, false],
      [20, false],
      [10, true],
    ]);
    // After many writes in a row the pages are computed at most twice a second, not once per write.
    const before = updates;
    const writes = 200;
    for (let i = 0; i < 30; i++)
      await sql(
        "insert into tasks (id, diary_id, title, created_by) values (gen_random_uuid(), $1, $2, $3)",
        [team.diaryId, `Late ${i}`, team.owner.userId],
      );
    for (let i = 30; i < writes; i++)
      await sql("update tasks set description = $1 where title = 'Late 1'", [i]);
    await sql("delete from tasks where title in ('Task 35', 'Task 25')");
    await eventually(async () => {
      const inDatabase = await sql("select title from tasks order by created_at desc, id desc");
      expect(now().flatMap(({ page }) => page.map((row) => row.title))).toEqual(
        inDatabase.map((row) => row.title),
      );
    });
    expect(now().flatMap(({ page }) => page)).toHaveLength(78);
    expect(updates - before).toBeLessThan(writes / 4);
  });

  it("counts its rows exactly, as the statistics do, and updates the count", {
    tags: spec("WORK-604"),
  }, async () => {
    const inTables = async () => {
      const tables = Object.entries({
        users: "users",
        diaries: "diaries",
        notes: "notes",
        noteTypes: "note_types",
        attachments: "attachments",
        tasks: "tasks",
        comments: "comments",
        members: "members",
        invitations: "invitations",
        programs: "programs",
        diaryPrograms: "diary_programs",
        phaseProgress: "phase_progress",
        activityActivations: "activity_activations",
        programExports: "exports where kind = 'program'",
        auditEvents: "audit_events",
      });
      const counts = await Promise.all(
        tables.map(async ([name, table]) => [name, (await sql(`select count(*) as n from ${table}`))[0]!.n]),
      );
      const total = counts.reduce((sum, [, n]) => sum + n, 0);
      return { ...Object.fromEntries(counts), totalDocuments: total };
    };
    const stats = () => admin.http.query(api.adminDb.getStats, {});
    const seen: number[] = [];
    service.connect(admin).onUpdate(api.adminDb.getTableCount, { table: "notes" }, (n) => void seen.push(n));
    await eventually(() => expect(seen).toHaveLength(1));
    for (let i = 0; i < 3; i++) await createNote(team.owner, team.diaryId);
    expect(await stats()).toEqual(await inTables());
    await sumRowCounts(service.database);
    expect(await sql("select * from row_count_changes")).toEqual([]);
    expect(await stats()).toEqual(await inTables());
    await eventually(() => expect(seen.at(-1)).toBe(seen[0]! + 3));
    await team.owner.http.mutation(api.diaries.deleteDiary, {
      diaryId: await team.owner.http.mutation(api.diaries.createDiaryWithPersonInfo, {
        region: "DE",
        personInfo: { fullName: "Rosa Blum" },
      }),
    });
    await sql("insert into users select * from users on conflict do nothing");
    expect(await stats()).toEqual(await inTables());
    // A rolled back row isn't counted; two simultaneous ones are both counted.
    await Promise.all(
      [true, false].map(async (kept) => {
        const client = await service.database.pool.connect();
        await client.query("begin");
        await client.query(
          "insert into tasks (id, diary_id, title, created_by) values (gen_random_uuid(), $1, 'T', $2)",
          [team.diaryId, team.owner.userId],
        );
        await sumRowCounts(service.database);
        await client.query(kept ? "commit" : "rollback");
        client.release();
      }),
    );
    await sumRowCounts(service.database);
    expect(await stats()).toEqual(await inTables());
    expect((await stats()).tasks).toBe(await admin.http.query(api.adminDb.getTableCount, { table: "tasks" }));
  });
});

describe("admin.updateProgramAdmin", () => {
  const update = (edit: object, who = admin) =>
    who.http.mutation(api.admin.updateProgramAdmin, edit as never);
  const programOf = async (programId: string) =>
    (
      await sql(
        "select name, version, is_public, is_active, is_official, published_at from programs where id = $1",
        [programId],
      )
    )[0]!;

  it("changes the given fields and nothing else, and writes an audit event", {
    tags: spec("WORK-888 WORK-889 WORK-890 WORK-891 WORK-892 WORK-893"),
  }, async () => {
    const programId = await uploadProgram(team.owner, team.diaryId);
    const before = await programOf(programId);
    for (const [edit, change] of [
      [{ name: "  After a hip operation, at home " }, { name: "After a hip operation, at home" }],
      [{ version: 1.1 }, { version: 1.1 }],
      [{ isActive: false }, { is_active: false }],
      [{ isOfficial: true }, { is_official: true }],
      [{ isPublic: true }, { is_public: true, published_at: expect.any(Number) }],
      [{ isPublic: false }, { is_public: false }],
      [{ version: 0 }, { version: 0 }],
      [{ version: 2.125 }, { version: 2.125 }],
    ] as const) {
      Object.assign(before, change);
      await update({ programId, ...edit });
      expect(await programOf(programId), JSON.stringify(edit)).toEqual(before);
    }
    const events = (await eventsOf("program.updatedByAdmin", admin)).filter(
      (event) => event.target_id === programId,
    );
    expect(events.map((event) => event.details).slice(0, 2)).toEqual([
      { fields: ["name"] },
      { fields: ["version"], version: { from: 1, to: 1.1 } },
    ]);
    expect(events).toHaveLength(8);
    await expect(update({ version: 3 } as never)).rejects.toMatchObject({ data: { path: "programId" } });
    // An equal value isn't a change.
    await update({ programId, version: 2.125, isActive: false });
    await update({ programId });
    expect(
      (await eventsOf("program.updatedByAdmin", admin)).filter((event) => event.target_id === programId),
    ).toHaveLength(8);
  });

  it("publishes a program once, and shows it at once in everybody's library and the administrators' table", async () => {
    const someone = await createAdmin("Library Admin");
    await open(someone, "programs");
    const programId = await uploadProgram(
      team.owner,
      team.diaryId,
      programFile({ programName: "Soon public" }),
    );
    const seen: string[][] = [];
    service.connect(team.outsider).onUpdate(api.programs.listPrograms, {}, (programs) => {
      seen.push(programs.map((program) => program.name));
    });
    await eventually(() => expect(seen).toHaveLength(1));
    expect(seen[0]).not.toContain("Soon public");
    const client = service.connect(someone);
    const rows: boolean[] = [];
    client.onUpdate(api.adminDb.listPrograms, { ...firstPage, search: "soon" }, ({ page }) => {
      rows.push(page[0]!.isPublic);
    });
    await eventually(() => expect(rows).toEqual([false]));
    await client.mutation(api.admin.updateProgramAdmin, { programId, isPublic: true });
    expect(rows).toEqual([false, true]);
    await eventually(() => expect(seen.at(-1)).toContain("Soon public"));
    const { published_at } = await programOf(programId);
    await update({ programId, isPublic: false });
    await update({ programId, isPublic: true });
    expect((await programOf(programId)).published_at).toBe(published_at);
    await update({ programId, isActive: false });
    await eventually(() => expect(seen.at(-1)).not.toContain("Soon public"));
  });

  it.each([
    ["WORK-874 an empty name", { name: "   " }, "Program name is required", "name"],
    ["a long name", { name: "x".repeat(201) }, "The name may have at most 200 characters", "name"],
    ["WORK-875 no version", { version: null }, "The version must be a number", "version"],
    ["WORK-876 a version that is no number", { version: "1.1" }, "The version must be a number", "version"],
    ["WORK-877 a version below 0", { version: -0.1 }, "The version must be at least 0", "version"],
    ["a huge version", { version: 1e12 }, "The version must be at most 999999", "version"],
    [
      "a version that would be rounded",
      { version: 1.00001 },
      "The version may have at most 3 decimals",
      "version",
    ],
    [
      "a field that isn't its to change",
      { isAdmin: true },
      "This request has an entry that isn't known here",
      "isAdmin",
    ],
  ])("refuses %s and names the field", async (_, edit, message, path) => {
    const programId = await uploadProgram(team.owner, team.diaryId);
    const before = await programOf(programId);
    await expect(update({ programId, ...edit })).rejects.toMatchObject({
      data: { code: "invalid", message, path },
    });
    expect(await programOf(programId)).toEqual(before);
  });

  it("refuses callers without the right, a missing program, and a library program without an owner", async () => {
    const programId = await uploadProgram(team.owner, team.diaryId);
    await expect(update({ programId, version: 3 }, team.owner)).rejects.toMatchObject(DENIED);
    for (const none of ["x", "01900000-0000-7000-8000-000000000000"]) {
      await expect(update({ programId: none, version: 3 })).rejects.toMatchObject(
        refusal("not-found", "Program not found"),
      );
    }
    const [official] = await sql(
      `insert into programs (id, short_id, name, content, is_public, is_official, official_key)
       values (gen_random_uuid(), 'zzzzzz', 'Ours', '{"phases": []}', true, true, 'ours') returning id`,
    );
    await expect(update({ programId: official!.id, isOfficial: false })).rejects.toMatchObject(
      refusal("conflict", "This program comes with the product and stays official"),
    );
    await sql("update programs set official_key = null where id = $1", [official!.id]);
    await update({ programId: official!.id, isOfficial: false });
    await expect(update({ programId: official!.id, isPublic: false })).rejects.toMatchObject(
      refusal("conflict", "A program of the library has to be public or official"),
    );
  });
});

describe("an administrator's download", () => {
  it("is a file with the shown rows and a name, and writes an audit event", {
    tags: spec("WORK-703 WORK-704"),
  }, async () => {
    const attach = async (noteId: string, isEncrypted = false) => {
      const name = `attachments/${noteId}`;
      await service.storage.write(name, Buffer.from("hello"));
      const [{ id }] = (await sql(
        `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, object_name, uploaded_by, is_encrypted)
         values (gen_random_uuid(), $1, $2, 'x-ray.txt', 'text/plain', 5, $3, $4, $5) returning id`,
        [team.diaryId, noteId, name, team.owner.userId, isEncrypted],
      )) as [{ id: string }];
      return id;
    };
    const urlOf = (attachmentId: string, who = admin) =>
      who.http.action(api.attachmentsActions.getAttachmentUrl, { attachmentId });
    const open = await attach(await createNote(team.owner, team.diaryId, { visibility: "team" }));
    const { url } = await urlOf(open);
    const file = await fetch(url);
    expect([file.status, await file.text()]).toEqual([200, "hello"]);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; .*x-ray\.txt/);
    expect(await eventsOf("admin.attachmentOpened", admin)).toMatchObject([
      { diary_id: team.diaryId, target_type: "attachment", target_id: open, details: {} },
    ]);
    // A member's download writes no event; outsiders and hidden files get the answer for a missing file.
    await urlOf(open, team.caregiver);
    expect(await eventsOf("admin.attachmentOpened", team.caregiver)).toEqual([]);
    await expect(urlOf(open, team.outsider)).rejects.toMatchObject(DENIED);
    for (const hidden of [
      await attach(await createNote(team.owner, team.diaryId, { visibility: "private" })),
      await attach(await createNote(team.owner, team.diaryId, { isEncrypted: true }), true),
      "01900000-0000-7000-8000-000000000000",
    ]) {
      await expect(urlOf(hidden)).rejects.toMatchObject(DENIED);
    }
    await expect(
      admin.http.mutation(api.attachments.deleteAttachment, { attachmentId: open }),
    ).rejects.toMatchObject(DENIED);
    expect(await eventsOf("admin.attachmentOpened", admin)).toHaveLength(1);
    // The link checks the rights again: once the note is hidden it opens nothing.
    await sql(
      "update notes set visibility = 'private' where id = (select note_id from attachments where id = $1)",
      [open],
    );
    expect((await fetch(url)).status).toBe(404);
  });
});

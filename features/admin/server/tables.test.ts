import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { runOperatorCommand } from "../../../test/operator.ts";
import {
  api,
  careTeam,
  createComment,
  createMedicationList,
  createNote,
  createPerson,
  invite,
  type TestPerson,
} from "../../../test/people.ts";
import { activateAs, programFile } from "../../../test/programs.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { ADMIN_TABLES } from "../rules.ts";
import { COMMANDS } from "./commands.ts";

let service: Service;
let admin: TestPerson;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  admin = await createPerson(service, "Petra Platform");
  await runOperatorCommand(COMMANDS, `promote ${admin.email}`, service);
  for (const table of ADMIN_TABLES) await admin.http.mutation(api.admin.recordTableOpening, { table });
  team = await careTeam(service);
  await sql("update diaries set name = 'Rosa at home', description = 'All about Rosa' where id = $1", [
    team.diaryId,
  ]);
});
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;
const firstPage = { paginationOpts: { numItems: 20, cursor: null } };
/** The newest row of a table, or the newest that a search finds. */
const searched = (search?: string) => ({ ...firstPage, ...(search && { search }) });
const NOON = Date.UTC(2026, 10, 20, 12);
const SOON = expect.any(Number);
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const SHORT = expect.stringMatching(/^[2-9a-z]{6}$/);
const diaryName = "Rosa at home";
const createdFields = { _id: ID, _creationTime: SOON };

describe("the administrators' tables", () => {
  it("list people", async () => {
    const { page, isDone } = await admin.http.query(api.adminDb.listUsers, firstPage);
    expect(isDone, "@WORK-628").toBe(true);
    expect(
      page.find((row) => row._id === admin.userId),
      "@WORK-629 @WORK-640 @WORK-641 @WORK-642 @WORK-643 @WORK-644 @WORK-645",
    ).toEqual({
      ...createdFields,
      name: "Petra Platform",
      isClosed: false,
      email: admin.email,
      externalAuthId: admin.subject,
      isAdmin: true,
      isSuperAdmin: false,
    });
    const created = page.map((row) => row._creationTime);
    expect(created).toEqual(created.toSorted((a, b) => b - a));
  });

  it("list notebooks", { tags: spec("WORK-646") }, async () => {
    const { page } = await admin.http.query(api.adminDb.listDiaries, firstPage);
    expect(page).toEqual([
      {
        ...createdFields,
        name: diaryName,
        description: "All about Rosa",
        shortId: SHORT,
        creatorName: "Olga Owner",
        region: "DE",
        isArchived: false,
      },
    ]);
  });

  it("list notes with their first 100 characters, and no text of private notes", async () => {
    const open = { title: "A quiet morning", content: `${"é😀".repeat(60)} and so on`, noteDate: NOON };
    await createNote(team.caregiver, team.diaryId, open);
    await createNote(team.owner, team.diaryId, {
      title: "Short",
      content: "Slept well.",
      visibility: "extended",
    });
    await createNote(team.caregiver, team.diaryId, {
      title: "Mine",
      content: "Nobody's",
      visibility: "private",
    });
    await createMedicationList(team.owner, team.diaryId, [{ genericName: "Ramipril", dosage: "5 mg" }], {
      title: "Sealed",
      isEncrypted: true,
    });
    const { page } = await admin.http.query(api.adminDb.listNotes, firstPage);
    const row = {
      ...createdFields,
      diaryName,
      shortId: SHORT,
      noteDay: "2026-11-20",
      noteDate: Date.UTC(2026, 10, 20),
    };
    const hidden = { ...row, title: null, content: null, isHidden: true };
    expect(
      page,
      "@WORK-655 @WORK-657 @WORK-664 @WORK-665 @WORK-666 @WORK-667 @WORK-668 @WORK-670 @WORK-671 @WORK-672",
    ).toEqual([
      { ...hidden, creatorName: "Olga Owner", visibility: "team" },
      { ...hidden, creatorName: "Clara Caregiver", visibility: "private" },
      {
        ...row,
        title: "Short",
        content: "Slept well.",
        isHidden: false,
        creatorName: "Olga Owner",
        visibility: "extended",
      },
      {
        ...row,
        title: "A quiet morning",
        content: `${"é😀".repeat(50)}…`,
        isHidden: false,
        creatorName: "Clara Caregiver",
        visibility: "team",
      },
    ]);
    for (const word of ["Mine", "Nobody", "Sealed", "Ramipril"]) {
      expect((await admin.http.query(api.adminDb.listNotes, searched(word))).page, word).toEqual([]);
    }
    expect((await admin.http.query(api.adminDb.listNotes, searched("quiet mor"))).page).toHaveLength(1);
    // A notebook's id finds all its notes, hidden ones too; a note's id finds one.
    expect((await admin.http.query(api.adminDb.listNotes, searched("rosa"))).page).toHaveLength(4);
    const { shortId, _id } = page[1]!;
    for (const id of [shortId, _id]) {
      expect((await admin.http.query(api.adminDb.listNotes, searched(id))).page).toEqual([page[1]]);
    }
  });

  it("list types of notes", async () => {
    const { page } = await admin.http.query(api.adminDb.listNoteTypes, searched("medic"));
    expect(page, "@WORK-673 @WORK-684 @WORK-685 @WORK-686 @WORK-687 @WORK-688 @WORK-689 @WORK-690").toEqual([
      {
        ...createdFields,
        typeId: "current-medications",
        name: "Current Medications",
        icon: "Pill",
        description: expect.any(String),
        isActive: true,
        requiresAI: false,
        version: 1,
      },
    ]);
  });

  it("list attachments, also of former systems, and hide those of private notes", async () => {
    const [open, secret] = [
      await createNote(team.owner, team.diaryId, { title: "X-rays" }),
      await createNote(team.owner, team.diaryId, { title: "Kept", visibility: "private" }),
    ];
    const attach = (noteId: string, filename: string, objectName: string | null) =>
      sql(
        `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, object_name, uploaded_by)
         values (gen_random_uuid(), $1, $2, $3, 'image/png', 2048, $4, $5)`,
        [team.diaryId, noteId, filename, objectName, team.owner.userId],
      );
    await attach(open, "hip x-ray.png", "attachments/one");
    await attach(open, "legacy.png", null);
    await attach(secret, "secret hip.png", "attachments/two");
    const { page } = await admin.http.query(api.adminDb.listAttachments, firstPage);
    const row = {
      ...createdFields,
      mimeType: "image/png",
      diaryName,
      sizeBytes: 2048,
      uploaderName: "Olga Owner",
    };
    const shown = { ...row, noteTitle: "X-rays", isHidden: false };
    expect(page, "@WORK-691 @WORK-707 @WORK-708 @WORK-709 @WORK-710 @WORK-711 @WORK-712 @WORK-713").toEqual([
      { ...row, filename: null, noteTitle: null, gcsObjectName: "attachments/two", isHidden: true },
      { ...shown, filename: "legacy.png", gcsObjectName: null },
      { ...shown, filename: "hip x-ray.png", gcsObjectName: "attachments/one" },
    ]);
    const found = await admin.http.query(api.adminDb.listAttachments, searched("hip"));
    expect(found.page.map((each) => each.filename)).toEqual(["hip x-ray.png"]);
  });

  it("list tasks, and hide those of private notes", { tags: spec("WORK-714") }, async () => {
    const secret = await createNote(team.owner, team.diaryId, { visibility: "private" });
    const task = (title: string, more: object) =>
      team.owner.http.mutation(api.tasks.createTask, { diaryId: team.diaryId, title, ...more });
    await task("Wash her hair", {
      description: "Warm water",
      assignedTo: team.caregiver.userId,
      dueDate: NOON,
    });
    await task("Hair appointment", { noteId: secret });
    const { page } = await admin.http.query(api.adminDb.listTasks, firstPage);
    const row = { ...createdFields, diaryName, status: "pending", creatorName: "Olga Owner" };
    expect(page).toEqual([
      { ...row, title: null, description: null, isHidden: true, assigneeName: null, dueDate: null },
      {
        ...row,
        title: "Wash her hair",
        description: "Warm water",
        isHidden: false,
        assigneeName: "Clara Caregiver",
        dueDate: NOON,
      },
    ]);
    const found = await admin.http.query(api.adminDb.listTasks, searched("hair"));
    expect(found.page.map((each) => each.title)).toEqual(["Wash her hair"]);
  });

  it("list comments, and hide private ones and those on private notes", {
    tags: spec("WORK-724 WORK-730 WORK-731 WORK-732 WORK-733 WORK-734"),
  }, async () => {
    const { diaryId, owner } = team;
    const note = await createNote(owner, diaryId, { visibility: "extended" });
    const secret = await createNote(owner, diaryId, { visibility: "private" });
    const sealed = await createNote(owner, diaryId, { isEncrypted: true });
    const task = (more: object) =>
      owner.http.mutation(api.tasks.createTask, { diaryId, title: "T", ...more });
    const commentOn = (targetId: string, targetType: "note" | "task" | "program" = "note", more = {}) =>
      createComment(owner, diaryId, targetId, { targetType, content: `On ${targetType}`, ...more });
    await commentOn(note, "note", { visibility: "extended" });
    await commentOn(await task({}), "task");
    await commentOn(
      await activateAs(owner, diaryId, { file: programFile({ programName: "One" }) }),
      "program",
    );
    const open = 3;
    await commentOn(note, "note", { visibility: "private" });
    await commentOn(secret);
    await commentOn(sealed);
    await commentOn(await task({ noteId: secret }), "task");
    const hiddenProgram = await activateAs(owner, diaryId, {
      file: programFile({ programName: "Two" }),
      noteId: secret,
    });
    await commentOn(hiddenProgram, "program");
    const { page } = await admin.http.query(api.adminDb.listComments, searched("olga"));
    expect(page.slice(-open)).toEqual(
      (["program", "task", "note"] as const).map((targetType) => ({
        ...createdFields,
        content: `On ${targetType}`,
        isHidden: false,
        diaryName,
        targetType,
        authorName: "Olga Owner",
        visibility: targetType === "note" ? "extended" : expect.any(String),
      })),
    );
    expect(page.slice(0, -open)).toHaveLength(5);
    for (const row of page.slice(0, -open)) expect(row).toMatchObject({ content: null, isHidden: true });
  });

  it("list members, and mark those who created their notebook themselves", {
    tags: spec("WORK-735"),
  }, async () => {
    const joining = await createPerson(service, "Jana Joining");
    const { invitationId } = await invite(service, team.admin, team.diaryId, joining.email);
    await joining.http.mutation(api.invitations.acceptInvitation, { invitationId });
    const { page } = await admin.http.query(api.adminDb.listMembers, firstPage);
    expect(page[0]).toEqual({
      _id: ID,
      _creationTime: page[0]!.joinedAt,
      userName: "Jana Joining",
      userEmail: joining.email,
      diaryName,
      role: "member",
      inviterName: "Adam Admin",
      joinedAt: SOON,
    });
    expect(page.at(-1)).toMatchObject({ userName: "Olga Owner", role: "owner", inviterName: null });
    expect((await admin.http.query(api.adminDb.listMembers, searched("jana joi"))).page).toEqual([page[0]]);
  });

  it("list invitations with their state", { tags: spec("WORK-742") }, async () => {
    const email = `guest-${Date.now()}@example.org`;
    await invite(service, team.owner, team.diaryId, email, { role: "extended" });
    const newest = async () => (await admin.http.query(api.adminDb.listInvitations, searched(email))).page;
    const row = {
      ...createdFields,
      email,
      diaryName,
      role: "extended",
      inviterName: "Olga Owner",
      expiresAt: SOON,
    };
    expect(await newest()).toEqual([{ ...row, status: "pending" }]);
    await sql("update invitations set expires_at = now() - interval '1 minute' where email = $1", [email]);
    expect(await newest()).toEqual([{ ...row, status: "expired" }]);
    await sql("update invitations set status = 'declined', responded_at = now() where email = $1", [email]);
    expect(await newest()).toEqual([{ ...row, status: "declined" }]);
  });

  it("list programs", async () => {
    await activateAs(team.caregiver, team.diaryId, { file: programFile({ programName: "Listed program" }) });
    await sql("update programs set published_at = now() where name = 'Listed program'");
    const { page } = await admin.http.query(api.adminDb.listPrograms, searched("listed"));
    expect(
      page,
      "@WORK-750 @WORK-762 @WORK-763 @WORK-764 @WORK-765 @WORK-766 @WORK-767 @WORK-768 @WORK-769 @WORK-770",
    ).toEqual([
      {
        ...createdFields,
        name: "Listed program",
        shortId: SHORT,
        category: "Surgery",
        creatorName: "Clara Caregiver",
        isActive: true,
        isPublic: false,
        isOfficial: false,
        version: 1,
        publishedAt: SOON,
      },
    ]);
  });
});

describe("the administrators' tables of activated programs", () => {
  let open: string;
  beforeAll(async () => {
    const noteId = await createNote(team.owner, team.diaryId, { title: "Unsaid", visibility: "private" });
    open = await activateAs(team.owner, team.diaryId, {
      file: programFile({ programName: "Stroke at home" }),
      baselineDate: NOON,
    });
    const hidden = await activateAs(team.owner, team.diaryId, {
      file: programFile({ programName: "Stroke unsaid" }),
      baselineDate: NOON,
      noteId,
    });
    for (const diaryProgramId of [open, hidden]) {
      const exportArgs = { diaryProgramId, exportType: "full-report", format: "csv" } as const;
      await team.owner.http.mutation(api.programExports.createExport, exportArgs);
    }
  });
  const names = { diaryName, programName: "Stroke at home", isHidden: false };
  const unnamed = { diaryName, programName: null, isHidden: true };

  it("list activations, and hide those on private notes", async () => {
    await team.owner.http.mutation(api.programs.pauseDiaryProgram, { diaryProgramId: open });
    await sql("update diary_programs set paused_until = now() + interval '1 day' where id = $1", [open]);
    const { page } = await admin.http.query(api.adminDb.listDiaryPrograms, firstPage);
    expect(page.slice(0, 2), "@WORK-771 @WORK-780 @WORK-781 @WORK-782 @WORK-784 @WORK-785 @WORK-786").toEqual(
      [
        {
          ...createdFields,
          ...unnamed,
          baselineEventName: null,
          baselineDate: SOON,
          status: "active",
          pausedUntil: null,
          activatorName: "Olga Owner",
          activatedAt: SOON,
        },
        {
          ...createdFields,
          ...names,
          baselineEventName: "Operation",
          baselineDate: SOON,
          status: "paused",
          pausedUntil: SOON,
          activatorName: "Olga Owner",
          activatedAt: SOON,
        },
      ],
    );
    await team.owner.http.mutation(api.programs.resumeDiaryProgram, { diaryProgramId: open });
    const found = await admin.http.query(api.adminDb.listDiaryPrograms, searched("stroke"));
    expect(found.page.map((row) => row._id)).toEqual([open]);
  });

  it("list the phases of activations", async () => {
    const { page } = await admin.http.query(api.adminDb.listPhaseProgress, searched("stroke"));
    expect(page.map((row) => row.phaseTitle).toSorted(), "@WORK-787").toEqual(["First week", "Second week"]);
    expect(
      page.find((row) => row.phaseId === "one"),
      "@WORK-798 @WORK-799 @WORK-800 @WORK-802 @WORK-804 @WORK-805 @WORK-806 @WORK-807 @WORK-808 @WORK-809",
    ).toEqual({
      ...createdFields,
      ...names,
      phaseId: "one",
      phaseTitle: "First week",
      status: expect.stringMatching(/^(active|upcoming|completed|skipped)$/),
      milestoneReached: false,
      adherencePercentage: SOON,
      activitiesCompleted: 0,
      activitiesTotal: 2,
      startDate: SOON,
      endDate: SOON,
    });
    const all = await admin.http.query(api.adminDb.listPhaseProgress, firstPage);
    expect(all.page[0]).toMatchObject({ ...unnamed, phaseId: null, phaseTitle: null });
  });

  it("list the activities of activations", async () => {
    await sql(
      `update activity_activations set assigned_to = $1, paused_until = now(), deactivated_at = now()
        where diary_program_id = $2`,
      [team.caregiver.userId, open],
    );
    const { page } = await admin.http.query(api.adminDb.listActivityActivations, searched("stroke"));
    expect(page, "@WORK-810").toHaveLength(3);
    expect(
      page.find((row) => row.activityTemplateId === "walk"),
      "@WORK-822 @WORK-823 @WORK-824 @WORK-825 @WORK-826 @WORK-827 @WORK-828 @WORK-829 @WORK-830 @WORK-831",
    ).toEqual({
      ...createdFields,
      ...names,
      activityTitle: "Walk",
      activityTemplateId: "walk",
      phaseId: "one",
      isRecurring: true,
      recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      frequencyText: "Every 1 day",
      assigneeName: "Clara Caregiver",
      isActive: true,
      pausedUntil: SOON,
      deactivatedAt: SOON,
      startDate: SOON,
    });
    const all = await admin.http.query(api.adminDb.listActivityActivations, firstPage);
    expect(all.page[0]).toMatchObject({
      ...unnamed,
      activityTitle: null,
      activityTemplateId: null,
      phaseId: null,
      recurrence: null,
      frequencyText: null,
    });
  });

  it("list the exports of activations", async () => {
    await sql(
      `update exports set parameters = parameters || jsonb_build_object('from', extract(epoch from timestamptz '2026-01-05') * 1000,
                                                    'to', extract(epoch from timestamptz '2026-01-11') * 1000), generated_at = now()
        where diary_program_id = $1`,
      [open],
    );
    const { page } = await admin.http.query(api.adminDb.listProgramExports, firstPage);
    const row = {
      ...createdFields,
      exportType: "full-report",
      format: "csv",
      rangeStart: null,
      rangeEnd: null,
      generatorName: "Olga Owner",
      downloadCount: 0,
      expiresAt: SOON,
      generatedAt: null,
    };
    expect(
      page,
      "@WORK-832 @WORK-842 @WORK-844 @WORK-846 @WORK-847 @WORK-848 @WORK-849 @WORK-850 @WORK-851",
    ).toEqual([
      { ...row, ...unnamed },
      { ...row, ...names, rangeStart: SOON, rangeEnd: SOON, generatedAt: SOON },
    ]);
  });
});

describe("the administrators' table of audit events", () => {
  it("shows who did what, and is searched by kind, person, notebook and target", async () => {
    const { diaryId, owner, admin: second } = team;
    const [{ id: memberId }] = (await sql("select id from members where diary_id = $1 and user_id = $2", [
      diaryId,
      team.viewer.userId,
    ])) as [{ id: string }];
    await owner.http.mutation(api.members.updateRole, { memberId, role: "member" });
    const { page } = await admin.http.query(api.adminDb.listAuditEvents, searched("member.role"));
    expect(page, "@WORK-852 @WORK-860 @WORK-861 @WORK-862 @WORK-863 @WORK-864 @WORK-865").toEqual([
      {
        ...createdFields,
        eventType: "member.roleChanged",
        diaryName,
        actorName: "Olga Owner",
        targetType: "member",
        targetId: memberId,
        details: { userId: team.viewer.userId, from: "extended", to: "member" },
      },
    ]);
    expect((await admin.http.query(api.adminDb.listAuditEvents, searched(memberId))).page).toEqual(page);
    const of = async (search: string) =>
      new Set(
        (await admin.http.query(api.adminDb.listAuditEvents, searched(search))).page.map(
          (row) => row.actorName,
        ),
      );
    expect(await of("Adam Admin")).toEqual(new Set([second.name]));
    expect(await of("Rosa at")).toContain("Olga Owner");
    // An event of the command line has no person and no notebook.
    const [promoted] = (await admin.http.query(api.adminDb.listAuditEvents, searched("admin.promoted"))).page;
    expect(promoted).toMatchObject({ actorName: null, diaryName: null, targetId: admin.userId });
  });
});

const LISTS = [...functions.keys()].flatMap((name) => /^adminDb\.(list\w+)$/.exec(name)?.[1] ?? []);

/** Any text that a person may type or paste, with characters that mean something to PostgreSQL. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom("'", '"', "\\", ":*", "&", "|", "!", "(", "%", "_", "#", "rosa", "hip", " ", "é", "😀"),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join("")),
);

describe("a search of an administrators' table", () => {
  it.each(LISTS)("in adminDb.%s answers every query", async (name) => {
    const list = api.adminDb[name as "listUsers"];
    await fc.assert(
      fc.asyncProperty(anyText, async (search) => {
        const { page } = await admin.http.query(list, { ...firstPage, search });
        expect(Array.isArray(page)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it("shows the newest of thousands of hits, and continues with older ones", async () => {
    const { diaryId, owner } = team;
    await sql(
      `insert into tasks (id, diary_id, title, created_by, created_at)
       select gen_random_uuid(), $1, 'Weigh her ' || i, $2, timestamptz '2020-01-01' + i * interval '1 minute'
         from generate_series(1, 6000) i`,
      [diaryId, owner.userId],
    );
    const first = await admin.http.query(api.adminDb.listTasks, searched("weigh her"));
    expect(first.page.map((row) => row.title)).toEqual(
      Array.from({ length: 20 }, (_, i) => `Weigh her ${6000 - i}`),
    );
    const next = { numItems: 20, cursor: first.continueCursor };
    const second = await admin.http.query(api.adminDb.listTasks, {
      paginationOpts: next,
      search: "weigh her",
    });
    expect(second.page[0]!.title).toBe("Weigh her 5980");
    const few = await admin.http.query(api.adminDb.listTasks, searched("weigh 5999"));
    expect(few.page.map((row) => row.title)).toEqual(["Weigh her 5999"]);
  });
});

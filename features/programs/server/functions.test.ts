import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeMessage } from "../../../lib/words/message.ts";
import { waitingForLocks } from "../../../test/locks.ts";
import {
  addMember,
  api,
  careTeam,
  createNote,
  createNotebook,
  type TestPerson,
} from "../../../test/people.ts";
import { programFile } from "../../../test/programs.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { readProgramFile } from "../rules/program-file.ts";
import { LINKED_PROGRAMS, REMOVAL_MESSAGES, UPLOAD_MESSAGES } from "../rules.ts";
import { saveOfficialPrograms } from "./data.ts";

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

const FILE = {
  $schema: "program.schema.json",
  programName: "After a hip operation",
  description: "Six weeks at home",
  category: "Surgery",
  tags: ["hip", "walking"],
  baselineEvent: { name: "Operation" },
  phases: [
    {
      phaseName: "First week",
      dayRange: { start: 0, end: 6 },
      colour: "teal",
      activities: [
        {
          title: "Walk",
          recurrence: { interval: { every: 1, unit: "day" } },
          contraindicators: ["Dizziness"],
          tasks: [{ title: "Ten minutes" }, { title: "Note the distance" }],
        },
        { title: "Ice", tasks: [{ title: "Fifteen minutes" }] },
      ],
    },
    { title: "To week six", dayRange: { start: 7, end: 41 }, activities: [] },
  ],
};
const upload = (who: TestPerson, file: unknown = FILE, diaryId = team.diaryId) =>
  who.http.mutation(api.programs.createProgramFromUpload, { diaryId, programJson: JSON.stringify(file) });
const list = (who: TestPerson) => who.http.query(api.programs.listPrograms, {});
const get = (who: TestPerson, programId: string) => who.http.query(api.programs.getProgram, { programId });
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    ({ data: { key: _, values: __, ...data } }) => data,
  );
const activate = (programId: string, diaryId: string, by: TestPerson) =>
  sql(
    `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
     values (gen_random_uuid(), $1, $2, now(), 'active', $3) returning id`,
    [diaryId, programId, by.userId],
  );

describe("an uploaded program", () => {
  it("is in the library of the notebook's members, viewers included, and of nobody else", {
    tags: spec("CORE-478 CORE-479 CORE-482"),
  }, async () => {
    const programId = await upload(team.caregiver);
    for (const member of [team.owner, team.viewer]) {
      expect(await list(member)).toEqual([
        {
          _id: programId,
          shortId: expect.stringMatching(/^[a-z2-9]{6}$/),
          name: "After a hip operation",
          description: "Six weeks at home",
          category: "Surgery",
          tags: ["hip", "walking"],
          isOfficial: false,
          isPublic: false,
          diaryId: team.diaryId,
          phaseCount: 2,
          activityCount: 2,
          taskCount: 3,
          lastDay: 41,
          creatorName: team.caregiver.name,
          _creationTime: expect.any(Number),
        },
      ]);
    }
    const stranger = await careTeam(service);
    expect(await list(stranger.owner)).toEqual([]);
    expect(await get(stranger.owner, programId)).toBeNull();
    expect(await sql("select is_active from programs where id = $1", [programId])).toEqual([
      { is_active: true },
    ]);
  });

  it("has the file's content, with ids and unknown fields", {
    tags: spec("CORE-479"),
  }, async () => {
    const program = await get(team.viewer, await upload(team.owner));
    expect(program?.content).toMatchObject({
      baselineEvent: { name: "Operation", description: "" },
      phases: [
        {
          phaseId: "phase-1",
          phaseName: "First week",
          title: "First week",
          colour: "teal",
          activities: [
            {
              activityId: "phase-1-activity-1",
              isRecurring: true,
              recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
              contraindicators: ["Dizziness"],
              tasks: [{ taskId: "phase-1-activity-1-task-1" }, { title: "Note the distance" }],
            },
            { isRecurring: false, recurrence: null, assignable: true },
          ],
        },
        { title: "To week six", activities: [] },
      ],
    });
    // Stored, although the sync protocol can't carry it.
    expect(
      await sql("select content ->> '$schema' as schema from programs where id = $1", [program?._id]),
    ).toEqual([{ schema: "program.schema.json" }]);
  });

  it("is read from an object too, and each upload is another program", {
    tags: spec("CORE-482"),
  }, async () => {
    const first = await upload(team.owner);
    const second = await team.owner.http.mutation(api.programs.createProgramFromUpload, {
      diaryId: team.diaryId,
      programJson: { programName: "As an object", phases: FILE.phases },
    });
    expect(second).not.toBe(first);
    expect((await list(team.viewer)).map(({ name }) => name)).toEqual([
      "After a hip operation",
      "As an object",
    ]);
  });

  it("writes an audit event without its content", async () => {
    const programId = await upload(team.admin);
    const events = await sql(
      "select event_type, actor_id, target_id, details from audit_events where diary_id = $1 and target_type = 'program'",
      [team.diaryId],
    );
    expect(events).toEqual([
      {
        event_type: "program.uploaded",
        actor_id: team.admin.userId,
        target_id: programId,
        details: { phases: 2 },
      },
    ]);
  });

  it.each([
    ["{", writeMessage(UPLOAD_MESSAGES.invalidJson)],
    ["{}", writeMessage(UPLOAD_MESSAGES.noName)],
    ['{"programName":"A"}', writeMessage(UPLOAD_MESSAGES.noPhases)],
    ['{"programName":"A","phases":[]}', "A program needs at least one phase"],
    [
      '{"programName":"A","phases":[{"title":"B","dayRange":{"start":2,"end":1}}]}',
      "phases[0].dayRange.end: must be at least start",
    ],
    [
      JSON.stringify({ programName: "A", phases: [], note: "x".repeat(2 * 1024 * 1024) }),
      writeMessage(UPLOAD_MESSAGES.tooLarge),
    ],
  ])(
    "is refused with the place of the error in the file, and then nothing is stored",
    async (programJson, message) => {
      const call = team.owner.http.mutation(api.programs.createProgramFromUpload, {
        diaryId: team.diaryId,
        programJson,
      });
      expect(await refusal(call)).toEqual({ code: "invalid", message, path: "programJson" });
      expect(await list(team.owner)).toEqual([]);
    },
  );

  it("may have nearly 2 MB over the live connection", async () => {
    const client = service.connect(team.owner);
    const note = 'a "quoted" word, '.repeat(110_000);
    const programJson = JSON.stringify({ ...programFile({ programName: "Large" }), note });
    expect(programJson.length).toBeGreaterThan(2_000_000);
    const id = await client.mutation(api.programs.createProgramFromUpload, {
      diaryId: team.diaryId,
      programJson,
    });
    expect(await get(team.viewer, id)).toMatchObject({ name: "Large", content: { note } });
  });

  it("shows at once in every open library", async () => {
    const names: string[][] = [];
    service.connect(team.viewer).onUpdate(api.programs.listPrograms, {}, (programs) => {
      names.push(programs.map(({ name }) => name));
    });
    await expect.poll(() => names).toEqual([[]]);
    await upload(team.caregiver);
    await expect.poll(() => names).toEqual([[], ["After a hip operation"]]);
  });
});

describe("a program with languages", () => {
  const texts = {
    de: {
      programName: "Nach einer Hüftoperation",
      category: "Chirurgie",
      "phases.phase-1.title": "Erste Woche",
      "tasks.phase-1-activity-1.phase-1-activity-1-task-1.title": "Zehn Minuten",
    },
  };
  const file = { ...FILE, language: "en", texts };

  it("is listed and shown in the reader's language, else in its own", async () => {
    const programId = await upload(team.caregiver, file);
    const listIn = (language?: string) => team.viewer.http.query(api.programs.listPrograms, { language });
    const getIn = (language?: string) =>
      team.viewer.http.query(api.programs.getProgram, { programId, language });
    const german = {
      name: "Nach einer Hüftoperation",
      category: "Chirurgie",
      description: "Six weeks at home",
      otherNames: ["After a hip operation"],
    };
    expect(await listIn("de")).toMatchObject([german]);
    expect(await getIn("de")).toMatchObject({
      ...german,
      language: "de",
      languages: ["en", "de"],
      content: {
        phases: [
          { title: "Erste Woche", activities: [{ tasks: [{ title: "Zehn Minuten" }, {}] }, {}] },
          { title: "To week six" },
        ],
      },
    });
    for (const language of [undefined, "en", "pl", "toString"]) {
      const own = { name: "After a hip operation", otherNames: ["Nach einer Hüftoperation"] };
      expect(await listIn(language)).toMatchObject([own]);
      expect(await getIn(language)).toMatchObject({
        ...own,
        language: "en",
        content: { phases: [{ title: "First week" }, {}] },
      });
    }
    // A list doesn't carry the texts.
    expect(JSON.stringify(await listIn("de"))).not.toContain("Erste Woche");
  });

  it("waits on a note in the reader's language", async () => {
    const programId = await upload(team.caregiver, file);
    const noteId = await createNote(team.owner, team.diaryId);
    await team.owner.http.mutation(api.programs.linkProgram, { programId, noteId });
    const on = (language?: string) =>
      team.owner.http.query(api.programs.getProgramsForNote, { noteId, language });
    expect(await on("de")).toMatchObject({ linked: [{ name: "Nach einer Hüftoperation" }] });
    expect(await on()).toMatchObject({ linked: [{ name: "After a hip operation" }] });
  });
});

describe("removing an upload", () => {
  const remove = (who: TestPerson, programId: string) =>
    who.http.mutation(api.programs.deleteProgram, { programId });
  const DENIED = { code: "access-denied", message: "Access denied" };

  it("takes it out of everybody's library at once, and from the notes on which it waits", async () => {
    const programId = await upload(team.caregiver);
    const noteId = await createNote(team.owner, team.diaryId);
    await team.owner.http.mutation(api.programs.linkProgram, { programId, noteId });
    const counts: number[] = [];
    service
      .connect(team.viewer)
      .onUpdate(api.programs.listPrograms, {}, (programs) => void counts.push(programs.length));
    await expect.poll(() => counts).toEqual([1]);
    expect(await get(team.caregiver, programId)).toMatchObject({ canRemove: true });
    expect(await get(team.viewer, programId)).toMatchObject({ canRemove: false });
    expect(await remove(team.caregiver, programId)).toBeNull();
    await expect.poll(() => counts).toEqual([1, 0]);
    expect(await get(team.owner, programId)).toBeNull();
    const on = await team.owner.http.query(api.programs.getProgramsForNote, { noteId });
    expect(on).toEqual({ activated: [], linked: [] });
    expect(await refusal(remove(team.caregiver, programId))).toEqual(DENIED);
  });

  it("is allowed to the uploader and to managers, and never for programs of the library", async () => {
    const byOwner = await upload(team.owner);
    expect(await refusal(remove(team.caregiver, byOwner))).toEqual(DENIED);
    expect(await remove(team.admin, byOwner)).toBeNull();
    const shared = await upload(team.owner);
    await sql("update programs set is_public = true where id = $1", [shared]);
    expect(await get(team.owner, shared)).toMatchObject({ canRemove: false });
    expect(await refusal(remove(team.owner, shared))).toEqual(DENIED);
    await sql("delete from programs where id = $1", [shared]);
  });

  it("waits until it is active nowhere; completed activations stay with its name", async () => {
    const { owner, diaryId } = team;
    const programId = await upload(owner);
    const noteId = await createNote(owner, diaryId);
    const second = await createNotebook(owner);
    const [running] = await activate(programId, second, owner);
    const removalConflict = { code: "conflict", message: writeMessage(REMOVAL_MESSAGES.active) };
    expect(await refusal(remove(owner, programId))).toEqual(removalConflict);
    await sql("update diary_programs set status = 'completed' where id = $1", [running.id]);
    await owner.http.mutation(api.programs.linkProgram, { programId, noteId });
    expect(await remove(owner, programId)).toBeNull();
    expect(await list(owner)).toEqual([]);
    expect(await get(owner, programId)).toMatchObject({ isActive: false });
    expect(await owner.http.query(api.programs.listDiaryPrograms, { diaryId: second })).toMatchObject([
      { programName: "After a hip operation", status: "completed" },
    ]);
    expect(await owner.http.query(api.programs.getProgramsForNote, { noteId })).toMatchObject({ linked: [] });
  });

  it("is refused when the program is activated at the same moment", async () => {
    const { owner, diaryId } = team;
    const programId = await upload(owner);
    const client = await service.database.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
         values (gen_random_uuid(), $1, $2, now(), 'active', $3)`,
        [diaryId, programId, owner.userId],
      );
      const removed = refusal(remove(owner, programId));
      await waitingForLocks(service, 1);
      await client.query("commit");
      expect(await removed).toMatchObject({ code: "conflict" });
    } finally {
      client.release();
    }
    expect(await list(owner)).toMatchObject([{ _id: programId }]);
  });
});

describe("a program on a note", () => {
  it("is added and removed once, with an audit event each", async () => {
    const programId = await upload(team.owner);
    const noteId = await createNote(team.owner, team.diaryId);
    const link = () => team.caregiver.http.mutation(api.programs.linkProgram, { programId, noteId });
    const unlink = () => team.caregiver.http.mutation(api.programs.unlinkProgram, { programId, noteId });
    expect([await link(), await link()]).toEqual([null, null]);
    expect(await sql("select program_id, linked_by from note_programs where note_id = $1", [noteId])).toEqual(
      [{ program_id: programId, linked_by: team.caregiver.userId }],
    );
    expect([await unlink(), await unlink()]).toEqual([null, null]);
    expect(await sql("select 1 from note_programs where note_id = $1", [noteId])).toEqual([]);
    const events = await sql(
      "select event_type, details from audit_events where target_id = $1 and event_type like 'program.%linked' order by id",
      [programId],
    );
    expect(events).toEqual([
      { event_type: "program.linked", details: { noteId } },
      { event_type: "program.unlinked", details: { noteId } },
    ]);
  });

  it("has a limit, which the refusal names", async () => {
    const noteId = await createNote(team.owner, team.diaryId);
    const programId = await upload(team.owner);
    await sql(
      `with p as (insert into programs (id, short_id, name, content, diary_id)
                  select gen_random_uuid(), '2222' || substr('abcdefghjk', 1 + i / 10, 1) || substr('abcdefghjk', 1 + i % 10, 1),
                         'P', '{"phases": []}', $1
                    from generate_series(0, $2 - 1) i returning id)
       insert into note_programs (diary_id, note_id, program_id, linked_by) select $1, $3, id, $4 from p`,
      [team.diaryId, LINKED_PROGRAMS, noteId, team.owner.userId],
    );
    const call = team.owner.http.mutation(api.programs.linkProgram, { programId, noteId });
    expect(await refusal(call)).toEqual({
      code: "limit",
      message: `A note may have at most ${LINKED_PROGRAMS} programs to start later`,
    });
  });
});

describe("deleting the notebook that a program was uploaded for", () => {
  const remove = (who: TestPerson, diaryId: string) =>
    who.http.mutation(api.diaries.deleteDiary, { diaryId });

  it("deletes the program when no other notebook uses it", async () => {
    const programId = await upload(team.owner);
    await activate(programId, team.diaryId, team.owner);
    await remove(team.owner, team.diaryId);
    expect(await sql("select 1 from programs where id = $1", [programId])).toEqual([]);
  });

  it("gives it to the notebook that has used it longest, whose activation stays as it is", async () => {
    const { owner, caregiver } = team;
    const programId = await upload(owner);
    const second = await createNotebook(owner, { fullName: "Otto Blum" });
    const third = await createNotebook(owner, { fullName: "Ida Blum" });
    await addMember(service, second, caregiver, "extended");
    const [activation] = await activate(programId, second, owner);
    await activate(programId, third, owner);
    await remove(owner, team.diaryId);
    expect(
      await sql("select diary_id, program_id from diary_programs where id = $1", [activation.id]),
    ).toEqual([{ diary_id: second, program_id: programId }]);
    expect(await get(caregiver, programId)).toMatchObject({ diaryId: second });
    expect(await get(team.viewer, programId)).toBeNull();
    await remove(owner, second);
    expect(await get(owner, programId)).toMatchObject({ diaryId: third });
    await remove(owner, third);
    expect(await sql("select 1 from programs where id = $1", [programId])).toEqual([]);
  });

  it("works while another notebook activates it", async () => {
    const { owner } = team;
    const programId = await upload(owner);
    const second = await createNotebook(owner);
    const client = await service.database.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
         values (gen_random_uuid(), $1, $2, now(), 'active', $3)`,
        [second, programId, owner.userId],
      );
      const removed = remove(owner, team.diaryId);
      await waitingForLocks(service, 1);
      await client.query("commit");
      expect(await removed).toBeNull();
    } finally {
      client.release();
    }
    expect(await sql("select diary_id from programs where id = $1", [programId])).toEqual([
      { diary_id: second },
    ]);
  });

  it("works for several notebooks in one statement", async () => {
    const { owner } = team;
    const programId = await upload(owner);
    const second = await createNotebook(owner);
    await activate(programId, second, owner);
    await sql("delete from diaries where id = any($1)", [[team.diaryId, second]]);
    expect(await sql("select 1 from programs where id = $1", [programId])).toEqual([]);
  });
});

describe("official programs", () => {
  const official = (key: string, version: number, name = `Official ${key}`) => ({
    key,
    version,
    program: readProgramFile({ ...FILE, programName: name }),
  });
  const save = (...programs: ReturnType<typeof official>[]) =>
    saveOfficialPrograms(service.database.db, programs);
  const rows = (key: string) =>
    sql("select id, name, version, is_official, is_public, diary_id from programs where official_key = $1", [
      key,
    ]);

  it("are stored once when many nodes start at once, and everybody sees them", async () => {
    const counts = await Promise.all(
      Array.from({ length: 6 }, () => save(official("a", 1), official("b", 1))),
    );
    expect(counts.sort()).toEqual([0, 0, 0, 0, 0, 2]);
    expect(await rows("a")).toEqual([
      {
        id: expect.any(String),
        name: "Official a",
        version: 1,
        is_official: true,
        is_public: true,
        diary_id: null,
      },
    ]);
    const stranger = await careTeam(service);
    expect(await list(stranger.viewer)).toMatchObject([{ name: "Official a" }, { name: "Official b" }]);
    await sql("delete from programs where official_key is not null");
  });

  it("are replaced by a newer version, never by an older or equal one, and keep their id", async () => {
    await save(official("a", 1.1));
    const [{ id }] = await rows("a");
    expect(await save(official("a", 1.1, "Equal"), official("a", 1, "Older"))).toBe(0);
    expect(await save(official("a", 1.2, "Newer"))).toBe(1);
    expect(await rows("a")).toMatchObject([{ id, name: "Newer", version: 1.2 }]);
    expect(await save(official("a", 1.1, "An older node"))).toBe(0);
    expect(await rows("a")).toMatchObject([{ name: "Newer" }]);
    await sql("delete from programs where official_key is not null");
  });
});

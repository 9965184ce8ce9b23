import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addNotes } from "../../../../test/many-notes.ts";
import { api, careTeam, createNote } from "../../../../test/people.ts";
import { activateAs, activationArguments, programFile, uploadProgram } from "../../../../test/programs.ts";
import { type Service, startService } from "../../../../test/service.ts";

let service: Service;
let few: Awaited<ReturnType<typeof careTeam>>;
let many: Awaited<ReturnType<typeof careTeam>>;
let noteId: string;
const ids = { few: "", many: "" };
const PROGRAMS = 30;

beforeAll(async () => {
  service = await startService();
  [few, many] = await Promise.all([careTeam(service), careTeam(service)]);
  const note = { visibility: "extended", isEncrypted: true } as const;
  ids.few = await activateAs(few.owner, few.diaryId, {
    noteId: await createNote(few.owner, few.diaryId, note),
  });
  for (let i = 0; i < PROGRAMS; i++) {
    noteId = await createNote(many.owner, many.diaryId, note);
    const file = programFile({ programName: `Program ${i}` });
    ids.many = await activateAs(i % 2 ? many.owner : many.caregiver, many.diaryId, { noteId, file });
  }
  // Enough other rows that reading a whole table is never the fastest plan.
  await addNotes(service.database, { diaryId: few.diaryId, userId: few.owner.userId, count: 500 });
  for (const table of ["tasks", "phase_progress", "activity_activations", "diary_programs", "notes"])
    await service.database.pool.query(`analyze ${table}`);
}, 60_000);
afterAll(() => service.close());

type Statement = { text: string; values?: unknown[] };

/** The statements that the server runs meanwhile, without those around every call. */
async function statementsOf(what: () => Promise<unknown>): Promise<Statement[]> {
  const said: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | Statement, unknown[] | undefined];
    const statement = typeof first === "string" ? { text: first, values } : first;
    // Without the regular work of the sync server.
    const isOurs = !/pg_stat_activity|from sync_log|settled_until|pg_notify/.test(statement.text);
    if (isOurs && /^\s*(with|select|insert|update|delete)/.test(statement.text)) said.push(statement);
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never;
  try {
    await what();
    return said;
  } finally {
    pg.Client.prototype.query = query;
  }
}

type Plan = { "Node Type": string; "Relation Name"?: string; "Index Cond"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The tables that a statement scans although they have an index for it. */
async function readWhole({ text, values }: Statement): Promise<string[]> {
  const client = await service.database.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan as Plan)
      .filter((node) => /^(Seq|Index|Index Only) Scan$/.test(node["Node Type"]) && !node["Index Cond"])
      .map((node) => node["Relation Name"]!);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const page = { paginationOpts: { numItems: 20, cursor: null } };
type Team = typeof few;

describe("the queries of programs", () => {
  it.each<[string, number, (team: Team, id: string) => Promise<unknown>]>([
    [
      "listDiaryPrograms",
      13,
      (team) => team.caregiver.http.query(api.programs.listDiaryPrograms, { diaryId: team.diaryId }),
    ],
    [
      "getDiaryProgram",
      16,
      (team, diaryProgramId) => team.caregiver.http.query(api.programs.getDiaryProgram, { diaryProgramId }),
    ],
    [
      "listProgramTasks",
      5,
      (team, diaryProgramId) =>
        team.caregiver.http.query(api.programs.listProgramTasks, { diaryProgramId, ...page }),
    ],
    [
      "getProgramsForNote",
      14,
      (team) =>
        team.caregiver.http.query(api.programs.getProgramsForNote, { noteId: team === many ? noteId : "" }),
    ],
  ])("%s need a fixed number of statements, at most %i, each with an index", async (name, most, read) => {
    const inMany = await statementsOf(() => read(many, ids.many));
    if (name !== "getProgramsForNote") {
      const inFew = await statementsOf(() => read(few, ids.few));
      // Several activators need no further statements.
      expect(inMany).toHaveLength(inFew.length);
    }
    expect(inMany.length).toBeGreaterThan(0);
    expect(inMany.length).toBeLessThanOrEqual(most);
    for (const statement of inMany.filter(({ text }) => /tasks|programs|phase_progress|activity/.test(text)))
      expect(await readWhole(statement), statement.text).toEqual([]);
  });
});

describe("an activation", () => {
  it("needs as many statements for 3,000 tasks as for 15", async () => {
    const daily = {
      recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } },
      isRecurring: true,
    };
    const start = async (activities: number, length: number) => {
      const first = Array.from({ length: activities }, (_, i) => ({ activityId: `a${i}`, ...daily }));
      const programId = await uploadProgram(
        few.owner,
        few.diaryId,
        programFile({ first, second: [], days: [length, length + 1] }),
      );
      const selectedActivities = first.map(({ activityId }) => ({
        activityId,
        isActivated: true,
        assignedTo: few.viewer.userId,
      }));
      const args = activationArguments(few.diaryId, programId, { selectedActivities });
      let taskCount = 0;
      const said = await statementsOf(async () => {
        ({ taskCount } = await few.owner.http.mutation(api.programs.activateProgram, args));
      });
      // Notifications of earlier changes to other nodes, and the reading of changes, may run at any moment.
      const own = said.filter(({ text }) => !/pg_notify|settled_until/.test(text));
      return { taskCount, statements: own.map(({ text }) => text.trim().slice(0, 60)) };
    };
    const small = await start(3, 5);
    const large = await start(30, 100);
    expect([small.taskCount, large.taskCount]).toEqual([15, 3000]);
    expect(large.statements).toEqual(small.statements);
    expect(large.statements.length).toBeLessThanOrEqual(14);
  });
});

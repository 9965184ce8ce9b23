import { randomUUID } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { insertDiaryProgram, insertTask } from "../people.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId, noteCases } from "./note_calls.ts";
import { canary, type Letter, type World } from "./world.ts";

type Args = Record<string, unknown>;

/**
 * Activated programs by a letter: on the note of that letter, or on none: the owner's (F) and the caregiver's (C). What
 * they hold is a secret of the note's readers; of those on none, everyone's.
 */
type ProgramLetter = Letter | "F" | "C";
const PROGRAMS: Record<ProgramLetter, { by: Principal; note: Letter | null }> = {
  F: { by: "owner", note: null },
  C: { by: "caregiver", note: null },
  E: { by: "caregiver", note: "E" },
  T: { by: "owner", note: "T" },
  P: { by: "author", note: "P" },
  O: { by: "owner", note: "O" },
  R: { by: "removed member", note: "R" },
};

const shortId = () => randomUUID().slice(0, 6).replaceAll(/[01]/g, "x");

type ActivatedPrograms = Record<ProgramLetter, string> & {
  /** A program of the library that can be activated, and one of another notebook. */
  startable: { own: string; foreign: string };
};
const programsByWorld = new WeakMap<World, Promise<ActivatedPrograms>>();
/** The same once it is there, by world. */
const finishedByWorld = new WeakMap<World, ActivatedPrograms>();

function activatedProgramsOf(world: World): Promise<ActivatedPrograms> {
  const made = programsByWorld.get(world) ?? makeActivatedPrograms(world);
  programsByWorld.set(world, made);
  return made;
}

async function makeActivatedPrograms(world: World): Promise<ActivatedPrograms> {
  const ids: Record<string, string> = {};
  for (const letter of Object.keys(PROGRAMS) as ProgramLetter[])
    ids[letter] = await newProgram(world, letter, "the world");
  const content = {
    baselineEvent: null,
    phases: [
      {
        phaseId: "one",
        title: "First",
        guidance: "",
        description: "",
        dayRange: { start: 0, end: 1 },
        activities: [
          {
            activityId: "walk",
            title: "Walk",
            description: "",
            isRecurring: false,
            recurrence: null,
            assignable: true,
            contraindicators: [],
            tasks: [],
          },
        ],
      },
    ],
  };
  const startable = { own: uuidv7(), foreign: uuidv7() };
  await world.service.database.pool.query(
    `insert into programs (id, short_id, name, content, diary_id)
     values ($1, $6, 'To start', $3, $4), ($2, $7, 'To start elsewhere', $3, $5)`,
    [
      startable.own,
      startable.foreign,
      JSON.stringify(content),
      world.diaryId,
      world.elsewhereId,
      shortId(),
      shortId(),
    ],
  );
  const made = { ...(ids as Record<ProgramLetter, string>), startable };
  finishedByWorld.set(world, made);
  return made;
}

/**
 * Creates an activated program of one phase with an unassigned task and one assigned to the viewer; returns its id.
 */
async function newProgram(world: World, letter: ProgramLetter, suffix = "for the moment"): Promise<string> {
  const { service, diaryId, notes, actors } = world;
  const { by, note } = PROGRAMS[letter];
  const { pool } = service.database;
  const noteId = note && notes[note].id;
  const secret = canary(note ?? "E", `program-${suffix.replaceAll(" ", "-")}`);
  const createdBy = actors[by].userId!;
  const id = await insertDiaryProgram(service, diaryId, createdBy, noteId);
  await pool.query("update diary_programs set baseline_event_name = $2 where id = $1", [id, secret]);
  await pool.query(
    `insert into phase_progress (id, diary_id, diary_program_id, phase_id, phase_title, position, status, start_date, end_date)
     values (gen_random_uuid(), $1, $2, 'one', $3, 0, 'active', now() - interval '2 days', now() + interval '2 days')`,
    [diaryId, id, secret],
  );
  for (const assignedTo of [null, actors.viewer.userId]) {
    const taskId = await insertTask(service, diaryId, createdBy, { noteId, assignedTo });
    await pool.query(
      `update tasks set title = $2, linked_diary_program_id = $3, phase_id = 'one', activity_template_id = 'walk',
              task_template_id = id::text, occurrence_at = now(), due_date = now() - interval '1 day' where id = $1`,
      [taskId, assignedTo ? canary("V" as Letter, "task") : secret, id],
    );
  }
  return id;
}

const programCases: Record<string, ProgramLetter> = {
  "the owner's, without a note": "F",
  "the caregiver's, without a note": "C",
  "the caregiver's, of everyone's note": "E",
  "the owner's, of the team's note": "T",
  "the author's, of their private note": "P",
  "the owner's, of their private note": "O",
  "one of the removed member's private note": "R",
};

const casesPerProgram = (more: Args = {}): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(programCases).map(([name, letter]) => [
      name,
      async (world: World) => ({ diaryProgramId: (await activatedProgramsOf(world))[letter], ...more }),
    ]),
  ),
  "one that doesn't exist": () => ({ diaryProgramId: missingId(), ...more }),
  "something that isn't an id": () => ({ diaryProgramId: "x", ...more }),
});

/** As `casesPerProgram`, with a new program for each call. */
const casesPerNewProgram = (
  prepare: (world: World, id: string) => Promise<unknown> = async () => {},
): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(programCases).map(([name, letter]) => [
      name,
      async (world: World) => {
        const diaryProgramId = await newProgram(world, letter);
        await prepare(world, diaryProgramId);
        return { diaryProgramId };
      },
    ]),
  ),
  "one that doesn't exist": () => ({ diaryProgramId: missingId() }),
  "something that isn't an id": () => ({ diaryProgramId: "x" }),
});

type ListedProgram = { _id: string; canManage: boolean };

/** The letters of the listed programs of the world, capital where the reader manages them. */
function lettersOf(programs: ListedProgram[], world: World): string {
  const ids = finishedByWorld.get(world)!;
  const shown = (Object.keys(PROGRAMS) as ProgramLetter[]).flatMap((letter) => {
    const program = programs.find(({ _id }) => _id === ids[letter]);
    return program ? [program.canManage ? letter : letter.toLowerCase()] : [];
  });
  return shown.length === 0 ? "none" : shown.join("");
}

const page = { paginationOpts: { numItems: 50, cursor: null } };

const activationCase =
  (which: "own" | "foreign", more: (world: World) => Args = () => ({})): FunctionSweep["cases"][string] =>
  async (world) => ({
    programId: (await activatedProgramsOf(world)).startable[which],
    diaryId: world.diaryId,
    baselineDate: Date.now(),
    selectedActivities: [{ activityId: "walk", isActivated: true }],
    ...more(world),
  });

const proposalCase = (which: "own" | "foreign") => async (world: World) => ({
  programId: (await activatedProgramsOf(world)).startable[which],
  diaryId: world.diaryId,
});

const auditedEffect = (eventType: string, holds: string) =>
  `select $1::text is null and a.actor_id = $2 and ${holds} as ok from audit_events a
    where event_type = '${eventType}' order by a.id desc limit 1`;
const programExists = (condition: string) =>
  `exists (select from diary_programs g where g.id::text = a.target_id and ${condition})`;

export const ACTIVATION_CALLS: Record<string, FunctionSweep> = {
  "programs.listDiaryPrograms": {
    cases: {
      "the notebook": async (world) => {
        await activatedProgramsOf(world);
        return { diaryId: world.diaryId };
      },
      "a notebook that doesn't exist": () => ({ diaryId: missingId() }),
      "something that isn't an id": () => ({ diaryId: "x" }),
    },
    summarize: lettersOf,
  },
  "programs.getDiaryProgram": {
    cases: casesPerProgram(),
    summarize: ({ canManage }) => (canManage ? "manage" : "read"),
  },
  "programs.getProgramSummary": { cases: casesPerProgram(), summarize: () => "read" },
  "programs.getProgramsForNote": {
    cases: {
      ...Object.fromEntries(
        Object.entries(noteCases).map(([name, letter]) => [
          name,
          async (world: World) => {
            await activatedProgramsOf(world);
            return { noteId: world.notes[letter].id };
          },
        ]),
      ),
      "a note that doesn't exist": () => ({ noteId: missingId() }),
    },
    summarize: ({ activated: programs }: { activated: ListedProgram[] }, world) => lettersOf(programs, world),
  },
  "programs.listProgramTasks": {
    cases: casesPerProgram(page),
    // The unassigned task (n), and the viewer's (v).
    summarize: (result: { page: { assignedTo: string | null }[] }) =>
      result.page
        .map(({ assignedTo }) => (assignedTo ? "v" : "n"))
        .sort()
        .join(""),
  },
  "programs.proposeAssignees": {
    cases: {
      "the notebook's program": proposalCase("own"),
      "a program of another notebook": proposalCase("foreign"),
      "a program that doesn't exist": ({ diaryId }) => ({ diaryId, programId: missingId() }),
      "in a notebook that doesn't exist": async (world) => ({
        ...(await proposalCase("own")(world)),
        diaryId: missingId(),
      }),
    },
    summarize: (proposals: { reason: string }[]) => proposals.map(({ reason }) => reason).join() || "none",
  },
  "programs.activateProgram": {
    cases: {
      "the notebook's program": activationCase("own"),
      "on everyone's note": activationCase("own", ({ notes }) => ({ noteId: notes.E.id })),
      "on the team's note": activationCase("own", ({ notes }) => ({ noteId: notes.T.id })),
      "on the author's private note": activationCase("own", ({ notes }) => ({ noteId: notes.P.id })),
      "on a note that doesn't exist": activationCase("own", () => ({ noteId: missingId() })),
      "on a note as if it were in another notebook": activationCase("own", ({ elsewhereId, notes }) => ({
        diaryId: elsewhereId,
        noteId: notes.E.id,
      })),
      "with a task for the viewer": activationCase("own", ({ actors }) => ({
        selectedActivities: [{ activityId: "walk", isActivated: true, assignedTo: actors.viewer.userId }],
      })),
      "with a task for the outsider": activationCase("own", ({ actors }) => ({
        selectedActivities: [{ activityId: "walk", isActivated: true, assignedTo: actors.outsider.userId }],
      })),
      "with a task for the clinician": activationCase("own", ({ actors }) => ({
        selectedActivities: [{ activityId: "walk", isActivated: true, assignedTo: actors.clinician.userId }],
      })),
      "a program of another notebook": activationCase("foreign"),
      "a program that doesn't exist": activationCase("own", () => ({ programId: missingId() })),
      "in a notebook that doesn't exist": activationCase("own", () => ({ diaryId: missingId() })),
    },
    effect: `select g.status = 'active' and g.activated_by = $2 and (select count(*) from tasks t
               where t.linked_diary_program_id = g.id and t.note_id is not distinct from g.note_id) = 1 as ok
               from diary_programs g where g.id::text = $1::jsonb ->> 'diaryProgramId'`,
    undo: async (world) => {
      const { startable } = await activatedProgramsOf(world);
      await world.service.database.pool.query("delete from diary_programs where program_id = $1", [
        startable.own,
      ]);
    },
  },
  "programs.deleteDiaryProgram": {
    cases: casesPerNewProgram(),
    effect: auditedEffect("program.deleted", `not ${programExists("true")}`),
  },
  "programs.cancelOverdueProgramTasks": {
    cases: casesPerNewProgram(),
    effect: `select $1::jsonb = '{"cancelledCount": 2}' and a.actor_id = $2 and
               (select count(*) from tasks t where t.linked_diary_program_id::text = a.target_id
                   and t.status = 'cancelled') = 2 as ok
               from audit_events a where event_type = 'program.overdueCancelled' order by a.id desc limit 1`,
  },
  "programs.pauseDiaryProgram": {
    cases: casesPerNewProgram(),
    effect: auditedEffect(
      "program.paused",
      programExists("g.status = 'paused' and g.paused_since is not null"),
    ),
  },
  "programs.resumeDiaryProgram": {
    cases: casesPerNewProgram(({ service }, id) =>
      service.database.pool.query(
        "update diary_programs set status = 'paused', paused_since = now() - interval '3 days' where id = $1",
        [id],
      ),
    ),
    effect: auditedEffect("program.resumed", programExists("g.status = 'active' and g.paused_since is null")),
  },
};

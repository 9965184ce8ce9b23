import { v7 as uuidv7 } from "uuid";
import type { ExportAudience } from "../../server/exports.ts";
import { insertDiaryProgram } from "../people.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId } from "./note_calls.ts";
import { canary, type Letter, type World } from "./world.ts";

type Cases = FunctionSweep["cases"];

/** Programs that are exported, by the note that they are linked to and who made the export. */
const PROGRAMS: Record<string, { by: Principal; note: Letter | null }> = {
  "a caregiver's, without a note": { by: "caregiver", note: null },
  "the owner's, of everyone's note": { by: "owner", note: "E" },
  "the author's, of the team's note": { by: "author", note: "T" },
  "the author's, of their private note": { by: "author", note: "P" },
  "the owner's, of their private note": { by: "owner", note: "O" },
  "one of the removed member's private note": { by: "removed member", note: "R" },
};

type NewExport = {
  diaryId: string;
  kind: string;
  subjectId: string;
  audience: ExportAudience;
  by: Principal;
  filename: string;
  parameters?: object;
};

/** Creates a finished export; its file's name is a secret of those who may see it. Returns its id. */
async function insertExport({ service, actors }: World, { diaryId, kind, by, ...more }: NewExport) {
  const exportId = uuidv7();
  await service.database.pool.query(
    `insert into exports (id, diary_id, kind, subject_id, audience, parameters, format, status, progress, object_name,
                          filename, size_bytes, generated_by, generated_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, 'pdf', 'ready', 100, $7, $8, 4, $9, now(), now() + interval '1 day')`,
    [
      exportId,
      diaryId,
      kind,
      more.subjectId,
      more.audience,
      JSON.stringify(more.parameters ?? {}),
      `exports/${exportId}`,
      more.filename,
      actors[by].userId,
    ],
  );
  return exportId;
}

/** Creates a program with a finished export. */
async function newExport(world: World, { by, note }: { by: Principal; note: Letter | null }) {
  const { service, diaryId, notes, actors } = world;
  const userId = actors[by].userId!;
  const diaryProgramId = await insertDiaryProgram(service, diaryId, userId, note && notes[note].id);
  const exportId = await insertExport(world, {
    diaryId,
    kind: "program",
    subjectId: diaryProgramId,
    audience: "everyone",
    by,
    filename: canary(note ?? "T", "export"),
    parameters: { exportType: "phase-report" },
  });
  return { diaryProgramId, exportId };
}

/** The functions on exports of any kind. */
export const EXPORT_FUNCTIONS = ["listExports", "createExport", "getExportUrl", "deleteExport"] as const;
export type ExportFunction = (typeof EXPORT_FUNCTIONS)[number];

const casesPerExport = (
  key: "diaryProgramId" | "exportId",
  more: Record<string, unknown> = {},
  /** The name of the argument. */
  as: string = key,
): Cases => ({
  ...Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, of]) => [
      name,
      async (world: World) => ({ [as]: (await newExport(world, of))[key], ...more }),
    ]),
  ),
  "one that doesn't exist": () => ({ [as]: missingId(), ...more }),
  "something that isn't an id": () => ({ [as]: "x", ...more }),
});

const PROGRAM = { kind: "program" };
const REPORT = { exportType: "full-report" };

/** Who made the finished exports of a notebook, each with the letter of a secret that its readers may see. */
type Makers = Partial<Record<Principal, Letter | "V">>;

/** A viewer's sheet is for everyone, another one for the team. */
const SHEET_MAKERS: Makers = {
  viewer: "E",
  clinician: "T",
  author: "T",
  owner: "T",
  "removed member": "T",
};
/** A shift report is for its maker alone. */
const REPORT_MAKERS: Makers = { viewer: "V", author: "P", owner: "O", "removed member": "R" };

const audienceOf = (kind: string, maker: Principal): ExportAudience =>
  kind === "shift-report" ? "maker" : maker === "viewer" ? "everyone" : "team";

/** Creates a finished export of a notebook. */
const newNotebookExport = (world: World, kind: string, diaryId: string, by: Principal, filename: string) =>
  insertExport(world, { diaryId, kind, subjectId: diaryId, audience: audienceOf(kind, by), by, filename });

/** Deletes the exports of this kind: only so many may be there at a time. */
const deleteExports = ({ service, diaryId, elsewhereId }: World, kind: string) =>
  service.database.pool.query("delete from exports where kind = $1 and diary_id = any($2)", [
    kind,
    [diaryId, elsewhereId],
  ]);

/** The cases of a function that gets the notebook as subject, with an export of every maker when `makers` are given. */
const casesPerNotebook = (kind: string, makers: Makers, more: Record<string, unknown> = {}): Cases => {
  const on = (subjectId: string) => ({ kind, subjectId, ...more });
  return {
    "the notebook": async (world) => {
      await deleteExports(world, kind);
      for (const [by, letter] of Object.entries(makers))
        await newNotebookExport(world, kind, world.diaryId, by as Principal, canary(letter, "export"));
      return on(world.diaryId);
    },
    "another notebook": ({ elsewhereId }) => on(elsewhereId),
    "a notebook that doesn't exist": () => on(missingId()),
    "something that isn't an id": () => on("x"),
  };
};

/** The cases of a function that gets one export of a notebook. */
const casesPerMaker = (kind: string, makers: Makers): Cases => ({
  ...Object.fromEntries(
    Object.entries(makers).map(([by, letter]) => [
      `the ${by}'s`,
      async (world: World) => ({
        exportId: await newNotebookExport(
          world,
          kind,
          world.diaryId,
          by as Principal,
          canary(letter, "export"),
        ),
      }),
    ]),
  ),
  "one of another notebook": async (world) => ({
    exportId: await newNotebookExport(world, kind, world.elsewhereId, "owner elsewhere", "x.pdf"),
  }),
});

const casesOfNotebookKind = (
  kind: string,
  makers: Makers,
  parameters: Record<string, unknown>,
): Record<ExportFunction, Cases> => ({
  listExports: casesPerNotebook(kind, makers),
  createExport: casesPerNotebook(kind, {}, { format: "pdf", parameters }),
  getExportUrl: casesPerMaker(kind, makers),
  deleteExport: casesPerMaker(kind, makers),
});

const HOUR = 3_600_000;

/** The cases of each registered kind; the sweep fails for one without. */
export const EXPORT_KINDS: Record<string, Record<ExportFunction, Cases>> = {
  program: {
    listExports: casesPerExport("diaryProgramId", PROGRAM, "subjectId"),
    createExport: casesPerExport(
      "diaryProgramId",
      { ...PROGRAM, format: "csv", parameters: REPORT },
      "subjectId",
    ),
    getExportUrl: casesPerExport("exportId"),
    deleteExport: casesPerExport("exportId"),
  },
  "dose-sheet": casesOfNotebookKind("dose-sheet", SHEET_MAKERS, { month: "2026-05" }),
  "shift-report": casesOfNotebookKind("shift-report", REPORT_MAKERS, {
    fromTime: Date.now() - HOUR,
    untilTime: Date.now(),
  }),
};

/** What stands for a maker in the word of a list; the capital says that the reader may delete it. */
const INITIALS = {
  viewer: "v",
  clinician: "c",
  author: "a",
  owner: "o",
  "removed member": "r",
} satisfies Partial<Record<Principal, string>>;

type Listed = { generatedBy: string; canDelete: boolean };

/** Whose exports of a notebook are listed. */
const makersListed = (list: Listed[], { actors }: World): string =>
  Object.entries(INITIALS)
    .flatMap(([maker, initial]) =>
      list
        .filter(({ generatedBy }) => generatedBy === actors[maker as Principal].userId)
        .map(({ canDelete }) => (canDelete ? initial.toUpperCase() : initial)),
    )
    .join("") || "none";

/** Each program of the sweep has one export. */
const ofProgram = ([first]: Listed[]): string => (first!.canDelete ? "delete" : "read");

const AS_SWEPT: Record<ExportFunction, Omit<FunctionSweep, "cases">> = {
  listExports: {
    summarize: (list: (Listed & { parameters: object })[], world) =>
      list.some(({ parameters }) => "exportType" in parameters) ? ofProgram(list) : makersListed(list, world),
  },
  createExport: { effect: "select status = 'making' as ok from exports where id = $1 and generated_by = $2" },
  getExportUrl: {
    effect: `select ($1::jsonb ->> 'url') like 'http%/api/files/%' and a.actor_id = $2 and e.download_count = 1 as ok
               from audit_events a join exports e on e.id::text = a.target_id
              where event_type = 'export.downloaded' order by a.id desc limit 1`,
  },
  deleteExport: {
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from exports e where e.id::text = a.target_id) as ok
               from audit_events a where event_type = 'export.deleted' order by a.id desc limit 1`,
  },
};

/** The title of a case among those of all kinds. */
export const titleOf = (kind: string, title: string): string => `${kind}: ${title}`;

const ofAllKinds = (name: ExportFunction): FunctionSweep => ({
  ...AS_SWEPT[name],
  cases: Object.fromEntries(
    Object.entries(EXPORT_KINDS).flatMap(([kind, functions]) =>
      Object.entries(functions[name]).map(([title, prepare]) => [titleOf(kind, title), prepare]),
    ),
  ),
});

/** The specified names for exports of programs, and those for any kind. */
export const EXPORT_CALLS: Record<string, FunctionSweep> = {
  "programExports.listExports": { summarize: ofProgram, cases: casesPerExport("diaryProgramId") },
  "programExports.createExport": {
    ...AS_SWEPT.createExport,
    cases: casesPerExport("diaryProgramId", { ...REPORT, format: "csv" }),
  },
  "programExports.getExportUrl": { ...AS_SWEPT.getExportUrl, cases: casesPerExport("exportId") },
  "programExports.deleteExport": { ...AS_SWEPT.deleteExport, cases: casesPerExport("exportId") },
  ...Object.fromEntries(EXPORT_FUNCTIONS.map((name) => [`exports.${name}`, ofAllKinds(name)])),
};

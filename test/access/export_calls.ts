import { v7 as uuidv7 } from "uuid";
import { insertDiaryProgram } from "../people.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import { missingId } from "./note_calls.ts";
import { canary, type Letter, type World } from "./world.ts";

/** Programs that are exported, by the note that they are linked to and who made the export. */
const PROGRAMS: Record<string, { by: Principal; note: Letter | null }> = {
  "a caregiver's, without a note": { by: "caregiver", note: null },
  "the owner's, of everyone's note": { by: "owner", note: "E" },
  "the author's, of the team's note": { by: "author", note: "T" },
  "the author's, of their private note": { by: "author", note: "P" },
  "the owner's, of their private note": { by: "owner", note: "O" },
  "one of the removed member's private note": { by: "removed member", note: "R" },
};

/** Creates a program with a finished export; its file's name is a secret of those who may see it. */
async function newExport(world: World, { by, note }: { by: Principal; note: Letter | null }) {
  const { service, diaryId, notes, actors } = world;
  const userId = actors[by].userId!;
  const diaryProgramId = await insertDiaryProgram(service, diaryId, userId, note && notes[note].id);
  const exportId = uuidv7();
  await service.database.pool.query(
    `insert into exports (id, diary_id, kind, subject_id, audience, parameters, format, status, progress, object_name,
                          filename, size_bytes, generated_by, generated_at, expires_at)
     values ($1, $2, 'program', $3, 'everyone', '{"exportType":"phase-report"}', 'pdf', 'ready', 100, $4, $5, 4, $6,
             now(), now() + interval '1 day')`,
    [exportId, diaryId, diaryProgramId, `exports/${exportId}`, canary(note ?? "T", "export"), userId],
  );
  return { diaryProgramId, exportId };
}

const casesPerExport = (
  key: "diaryProgramId" | "exportId",
  more: Record<string, unknown> = {},
  /** The name of the argument. */
  as: string = key,
): FunctionSweep["cases"] => ({
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

const LISTED: Pick<FunctionSweep, "summarize"> = {
  summarize: ([first]: { canDelete: boolean }[]) => (first!.canDelete ? "delete" : "read"),
};
const QUEUED = { effect: "select status = 'making' as ok from exports where id = $1 and generated_by = $2" };
const DOWNLOADED: FunctionSweep = {
  cases: casesPerExport("exportId"),
  effect: `select ($1::jsonb ->> 'url') like 'http%/api/files/%' and a.actor_id = $2 and e.download_count = 1 as ok
               from audit_events a join exports e on e.id::text = a.target_id
              where event_type = 'export.downloaded' order by a.id desc limit 1`,
};
const DELETED: FunctionSweep = {
  cases: casesPerExport("exportId"),
  effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from exports e where e.id::text = a.target_id) as ok
               from audit_events a where event_type = 'export.deleted' order by a.id desc limit 1`,
};

/** The specified names for exports of programs, and those for any kind. */
export const EXPORT_CALLS: Record<string, FunctionSweep> = {
  "programExports.listExports": { cases: casesPerExport("diaryProgramId"), ...LISTED },
  "programExports.createExport": {
    cases: casesPerExport("diaryProgramId", { ...REPORT, format: "csv" }),
    ...QUEUED,
  },
  "programExports.getExportUrl": DOWNLOADED,
  "programExports.deleteExport": DELETED,
  "exports.listExports": { cases: casesPerExport("diaryProgramId", PROGRAM, "subjectId"), ...LISTED },
  "exports.createExport": {
    cases: casesPerExport("diaryProgramId", { ...PROGRAM, format: "csv", parameters: REPORT }, "subjectId"),
    ...QUEUED,
  },
  "exports.getExportUrl": DOWNLOADED,
  "exports.deleteExport": DELETED,
};

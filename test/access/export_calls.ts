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
    `insert into program_exports (id, diary_id, diary_program_id, export_type, format, status, progress, object_name,
                                  filename, size_bytes, generated_by, generated_at, expires_at)
     values ($1, $2, $3, 'phase-report', 'pdf', 'ready', 100, $4, $5, 4, $6, now(), now() + interval '1 day')`,
    [exportId, diaryId, diaryProgramId, `exports/${exportId}`, canary(note ?? "T", "export"), userId],
  );
  return { diaryProgramId, exportId };
}

const casesPerExport = (
  key: "diaryProgramId" | "exportId",
  more: Record<string, unknown> = {},
): FunctionSweep["cases"] => ({
  ...Object.fromEntries(
    Object.entries(PROGRAMS).map(([name, of]) => [
      name,
      async (world: World) => ({ [key]: (await newExport(world, of))[key], ...more }),
    ]),
  ),
  "one that doesn't exist": () => ({ [key]: missingId(), ...more }),
  "something that isn't an id": () => ({ [key]: "x", ...more }),
});

export const EXPORT_CALLS: Record<string, FunctionSweep> = {
  "programExports.listExports": {
    cases: casesPerExport("diaryProgramId"),
    summarize: ([first]: { canDelete: boolean }[]) => (first!.canDelete ? "delete" : "read"),
  },
  "programExports.createExport": {
    cases: casesPerExport("diaryProgramId", { exportType: "full-report", format: "csv" }),
    effect: "select status = 'making' as ok from program_exports where id = $1 and generated_by = $2",
  },
  "programExports.getExportUrl": {
    cases: casesPerExport("exportId"),
    effect: `select ($1::jsonb ->> 'url') like 'http%/api/files/%' and a.actor_id = $2 and e.download_count = 1 as ok
               from audit_events a join program_exports e on e.id::text = a.target_id
              where event_type = 'export.downloaded' order by a.id desc limit 1`,
  },
  "programExports.deleteExport": {
    cases: casesPerExport("exportId"),
    effect: `select $1::text is null and a.actor_id = $2 and not exists (
               select from program_exports e where e.id::text = a.target_id) as ok
               from audit_events a where event_type = 'export.deleted' order by a.id desc limit 1`,
  },
};

import type { AccessRule } from "../../../../server/access/gate.ts";
import { mutation, query } from "../../../../server/functions/define.ts";
import {
  exportFunctions,
  getKinds,
  listExports as listExportsOf,
  mayListExports,
  mayMakeExport,
  requestExport,
} from "../../../exports/server/public.ts";
import * as schema from "../../rules/report-schema.ts";
import type { ReportParameters } from "../../rules/reports.ts";
import { PROGRAM, programReports } from "./kind.ts";

const kinds = getKinds([{ exports: [programReports] }]);

const onProgram = <Access>({
  action,
  resolve,
}: AccessRule<{ kind: string; subjectId: string }, Access>): AccessRule<
  { diaryProgramId: string },
  Access
> => ({
  action,
  resolve: (caller, { diaryProgramId }) => resolve(caller, { kind: PROGRAM, subjectId: diaryProgramId }),
});

/** The exports of a program, newest first; times are epoch ms. Refused for viewers. */
export const listExports = query({
  ...schema.listExports,
  access: onProgram(mayListExports(kinds)),
  handler: async ({ db, access }) => {
    const rows = await listExportsOf(db, access, programReports);
    return rows.map(({ parameters, ...row }) => {
      const { exportType, from, to } = parameters as ReportParameters;
      return { ...row, exportType, rangeStart: from ?? null, rangeEnd: to ?? null };
    });
  },
});

/** Requests an export; returns its id. A server creates it within seconds; `listExports` shows the progress. */
export const createExport = mutation({
  ...schema.createExport,
  access: onProgram(mayMakeExport(kinds)),
  handler: (context, { diaryProgramId: _, format, ...parameters }) =>
    requestExport(context, programReports, { format, parameters }),
});

export const { getExportUrl, deleteExport } = exportFunctions(kinds);

import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { seesTeam } from "../../../../lib/visibility.ts";
import { denied } from "../../../../server/access/gate.ts";
import type { ExportKind } from "../../../../server/exports.ts";
import { reportParameters } from "../../rules/report-schema.ts";
import {
  exportFilename,
  exportProblem,
  PROGRAM_EXPORT_MESSAGES,
  type ReportParameters,
} from "../../rules/reports.ts";
import { findSeenProgram, mayReadActivatedProgram } from "../progress/access.ts";
import { getDiaryProgram } from "../progress/data.ts";
import * as data from "./data.ts";
import { toReport } from "./report.ts";
import { writeReport } from "./write.ts";

export const PROGRAM = "program";

/** Reports on an activated program. Everybody who sees the program, except viewers, sees them all. */
export const programReports: ExportKind<ReportParameters> = {
  name: PROGRAM,
  formats: ["pdf", "json", "csv"],
  parameters: reportParameters,
  actions: { make: "exports.make", delete: "exports.delete" },
  words: { hidden: PROGRAM_EXPORT_MESSAGES.hidden, open: PROGRAM_EXPORT_MESSAGES.open },

  problem({ format, parameters }) {
    const message = exportProblem({ ...parameters, format });
    if (message === null) return null;
    return { path: message === PROGRAM_EXPORT_MESSAGES.range ? "to" : "format", message };
  },

  async find(caller, subjectId) {
    const found = await findSeenProgram(caller, { diaryProgramId: subjectId });
    if (!found) return null;
    const { access, own, isPrivate } = found;
    return { access, rights: { own, isPrivate }, seesTeam: seesTeam(access.role), audience: "everyone" };
  },

  async filename(db, { access }, { subjectId, format, parameters }, now) {
    const program = { diaryId: access.diaryId, diaryProgramId: subjectId };
    const { name, time_zone } = await data.findNaming(db, program);
    return exportFilename(name, { ...parameters, format }, toDayInZone(now.getTime(), time_zone));
  },

  async compose({ db, vault, maker }, { access }, { subjectId, format, parameters }) {
    const { diaryId, userId } = access;
    const on = { diaryId, diaryProgramId: subjectId };
    const seen = await mayReadActivatedProgram().resolve(maker, on);
    const program = seen && (await getDiaryProgram(db, vault, seen));
    if (!program) throw denied();
    const subject = await data.findSubject(db, { ...on, userId });
    const tasks = await data.listTasks(db, on);
    const { exportType, from = null, to = null } = parameters;
    const range = { rangeStart: from, rangeEnd: to };
    const report = toReport({ program, subject, tasks, range, madeAt: Date.now() });
    return {
      isEncrypted: subject.isEncrypted,
      write: () => writeReport(report, { exportType, format }),
    };
  },
};

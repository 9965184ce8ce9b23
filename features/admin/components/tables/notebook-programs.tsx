import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { day, Hidden, hideable, moment, named, notebook, status, words } from "../cells.tsx";

export const NOTEBOOK_PROGRAMS = defineTable("diary-programs", api.adminDb.listDiaryPrograms, [
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  {
    heading: "Baseline event",
    cell: (row) =>
      row.isHidden && row.baselineEventName === null ? <Hidden /> : words(row.baselineEventName),
  },
  { heading: "Baseline date", cell: (row) => day(row.baselineDate) },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Paused until", cell: (row) => day(row.pausedUntil) },
  { heading: "Activator", cell: (row) => named(row.activatorName) },
  { heading: "Activated", cell: (row) => moment(row.activatedAt) },
]);

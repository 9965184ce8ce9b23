import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { Bar, Code, day, Hidden, hideable, notebook, status, YesNo } from "../cells.tsx";

export const PHASE_PROGRESS = defineTable("phase-progress", api.adminDb.listPhaseProgress, [
  { heading: "Phase title", cell: (row) => hideable(row, row.phaseTitle) },
  { heading: "Phase ID", cell: (row) => (row.phaseId === null ? <Hidden /> : <Code>{row.phaseId}</Code>) },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  { heading: "Status", cell: (row) => status(row.status) },
  {
    heading: "Milestone",
    cell: (row) => <YesNo is={row.milestoneReached} yes="Reached" no="Not reached" />,
  },
  { heading: "Adherence", cell: (row) => <Bar percent={row.adherencePercentage} label="Adherence" /> },
  {
    heading: "Activities",
    cell: (row) => `${row.activitiesCompleted}/${row.activitiesTotal}`,
    kind: "number",
  },
  { heading: "Start date", cell: (row) => day(row.startDate) },
  { heading: "End date", cell: (row) => day(row.endDate) },
]);

import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { activity, Code, dated, day, Hidden, hideable, named, notebook } from "../cells.tsx";

const id = (text: string | null) => (text === null ? <Hidden /> : <Code>{text}</Code>);

export const ACTIVITY_ACTIVATIONS = defineTable("activity-activations", api.adminDb.listActivityActivations, [
  { heading: "Activity title", cell: (row) => hideable(row, row.activityTitle) },
  { heading: "Template ID", cell: (row) => id(row.activityTemplateId) },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  { heading: "Phase ID", cell: (row) => id(row.phaseId) },
  {
    heading: "Frequency",
    cell: (row) => (row.isHidden ? <Hidden /> : (row.isRecurring && row.frequencyText) || "Once"),
  },
  { heading: "Assignee", cell: (row) => named(row.assigneeName, "Unassigned") },
  {
    heading: "Status",
    cell: (row) => (
      <>
        {activity(row.isActive)}
        {dated("Paused until", row.pausedUntil)}
        {dated("Ended", row.deactivatedAt)}
      </>
    ),
  },
  { heading: "Start date", cell: (row) => day(row.startDate) },
]);

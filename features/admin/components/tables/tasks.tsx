import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { Fallback, Hidden, hideable, moment, named, notebook, status, words } from "../cells.tsx";

export const TASKS = defineTable("tasks", api.adminDb.listTasks, [
  { heading: "Title", cell: (row) => hideable(row, row.title) },
  {
    heading: "Description",
    cell: (row) => (row.isHidden && row.description === null ? <Hidden /> : words(row.description)),
    kind: "long",
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Assignee", cell: (row) => named(row.assigneeName, "Unassigned") },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Due date", cell: (row) => moment(row.dueDate, <Fallback>No due date</Fallback>) },
  { heading: "Created by", cell: (row) => named(row.creatorName) },
]);

import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { activity, Code, created, Mark, named, words } from "../cells.tsx";

export const NOTEBOOKS = defineTable("care", api.adminDb.listDiaries, [
  { heading: "Name", cell: (row) => named(row.name, "Unknown Notebook") },
  { heading: "Description", cell: (row) => words(row.description), kind: "long" },
  { heading: "Short ID", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Creator", cell: (row) => named(row.creatorName) },
  { heading: "Region", cell: (row) => words(row.region) },
  {
    heading: "Status",
    cell: (row) => (row.isArchived ? <Mark tone="amber">ARCHIVED</Mark> : activity(true)),
  },
  { heading: "Created", cell: created },
]);

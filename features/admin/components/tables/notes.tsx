import { api } from "../../../../lib/api.ts";
import { shortDay } from "../../../../lib/zone-day.ts";
import { defineTable } from "../../client/columns.ts";
import { Code, created, Hidden, hideable, named, notebook, visibility, words } from "../cells.tsx";

export const NOTES = defineTable("notes", api.adminDb.listNotes, [
  { heading: "Title", cell: (row) => hideable(row, row.title) },
  {
    heading: "Content",
    cell: (row) => (row.isHidden && row.content === null ? <Hidden /> : words(row.content)),
    kind: "long",
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  // The specification wants the short id in this column.
  { heading: "Type", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Creator", cell: (row) => named(row.creatorName) },
  { heading: "Visibility", cell: (row) => visibility(row.visibility) },
  { heading: "Note date", cell: (row) => shortDay(row.noteDay) },
  { heading: "Created", cell: created },
]);

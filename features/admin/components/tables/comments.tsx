import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { hideable, Mark, named, notebook, visibility } from "../cells.tsx";

export const COMMENTS = defineTable("comments", api.adminDb.listComments, [
  { heading: "Content", cell: (row) => hideable(row, row.content), kind: "long" },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Target type", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "Author", cell: (row) => named(row.authorName) },
  { heading: "Visibility", cell: (row) => visibility(row.visibility) },
]);

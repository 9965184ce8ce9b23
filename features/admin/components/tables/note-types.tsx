import { api } from "../../../../lib/api.ts";
import { noteIcon } from "../../../notes/rules.ts";
import { defineTable } from "../../client/columns.ts";
import { activity, Code, Mark, Marks, named, words } from "../cells.tsx";

export const NOTE_TYPES = defineTable("note-types", api.adminDb.listNoteTypes, [
  { heading: "Type ID", cell: (row) => <Code>{row.typeId}</Code> },
  { heading: "Name", cell: (row) => named(row.name) },
  {
    heading: "Icon",
    cell: (row) => (
      <>
        <span aria-hidden="true">{noteIcon(row.icon)}</span> {row.icon}
      </>
    ),
  },
  { heading: "Description", cell: (row) => words(row.description), kind: "long" },
  {
    heading: "Status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.requiresAI && <Mark tone="teal">AI</Mark>}
      </Marks>
    ),
  },
  { heading: "Version", cell: (row) => `v${row.version}` },
]);

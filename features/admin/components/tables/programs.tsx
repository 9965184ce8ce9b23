import { api } from "../../../../lib/api.ts";
import { PRODUCT_NAME } from "../../../../lib/product.ts";
import { defineTable } from "../../client/columns.ts";
import { activity, Code, day, Fallback, Mark, Marks, named, words } from "../cells.tsx";
import { EditProgram } from "../edit-program.tsx";

export const PROGRAMS = defineTable("programs", api.adminDb.listPrograms, [
  { heading: "Name", cell: (row) => named(row.name, "Untitled") },
  { heading: "Short ID", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Category", cell: (row) => words(row.category) },
  {
    heading: "Creator",
    // Programs without an uploader come with the product.
    cell: (row) => (row.creatorName === null ? <Fallback>{PRODUCT_NAME}</Fallback> : named(row.creatorName)),
  },
  {
    heading: "Status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.isPublic && <Mark tone="teal">PUBLIC</Mark>}
        {row.isOfficial && <Mark tone="amber">OFFICIAL</Mark>}
      </Marks>
    ),
  },
  {
    heading: "Version",
    cell: (row) => (row.version % 1 ? row.version : row.version.toFixed(1)),
    kind: "number",
  },
  { heading: "Published", cell: (row) => day(row.publishedAt) },
  { heading: "Actions", cell: (row) => <EditProgram program={row} /> },
]);

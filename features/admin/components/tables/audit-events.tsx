import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { AuditDetails } from "../audit-details.tsx";
import { Code, created, Fallback, Mark, None, named, notebook } from "../cells.tsx";
import { TargetId } from "../target-id.tsx";

export const AUDIT_EVENTS = defineTable("audit", api.adminDb.listAuditEvents, [
  { heading: "Event type", cell: (row) => <Code>{row.eventType}</Code> },
  // Many events don't belong to a notebook.
  { heading: "Notebook", cell: (row) => (row.diaryName === null ? <None /> : notebook(row)), kind: "name" },
  {
    heading: "Actor",
    cell: (row) => (row.actorName === null ? <Fallback>System</Fallback> : named(row.actorName)),
  },
  { heading: "Target type", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "Target ID", cell: (row) => <TargetId id={row.targetId} /> },
  { heading: "Details", cell: (row) => <AuditDetails details={row.details} /> },
  { heading: "Created", cell: created },
]);

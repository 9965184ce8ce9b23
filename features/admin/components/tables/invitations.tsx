import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import { created, moment, named, notebook, status } from "../cells.tsx";
import { role } from "./members.tsx";

export const INVITATIONS = defineTable("invitations", api.adminDb.listInvitations, [
  { heading: "Email", cell: (row) => row.email || "By link" },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Role", cell: (row) => role(row.role) },
  { heading: "Inviter", cell: (row) => named(row.inviterName) },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Expires", cell: (row) => moment(row.expiresAt) },
  { heading: "Created", cell: created },
]);

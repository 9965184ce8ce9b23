import { api } from "../../../../lib/api.ts";
import { defineTable } from "../../client/columns.ts";
import type { UserRow } from "../../schema.ts";
import { Code, created, Mark, named } from "../cells.tsx";

type Rank = Pick<UserRow, "isAdmin" | "isSuperAdmin"> & { isClosed?: boolean };

/** A person's platform role. */
export function rank({ isAdmin, isSuperAdmin, isClosed }: Rank) {
  if (isClosed) return <Mark tone="amber">CLOSED</Mark>;
  if (isSuperAdmin) return <Mark tone="teal">SUPER ADMIN</Mark>;
  return isAdmin ? <Mark tone="green">ADMIN</Mark> : <Mark>USER</Mark>;
}

export const USERS = defineTable("users", api.adminDb.listUsers, [
  { heading: "Name", cell: (row) => named(row.name) },
  { heading: "Email", cell: (row) => row.email, kind: "id" },
  { heading: "External auth ID", cell: (row) => <Code>{row.externalAuthId}</Code>, kind: "id" },
  { heading: "Role", cell: rank },
  { heading: "Created", cell: created },
]);

import { api } from "../../../../lib/api.ts";
import { ROLE_LABELS } from "../../../notebooks/rules/roles.ts";
import { defineTable } from "../../client/columns.ts";
import styles from "../cells.module.css";
import { Mark, moment, named, notebook } from "../cells.tsx";

const LABELS: Readonly<Record<string, string>> = ROLE_LABELS;

/** The label of a role. */
export const role = (name: string) => <Mark>{LABELS[name] ?? name}</Mark>;

export const MEMBERS = defineTable("members", api.adminDb.listMembers, [
  {
    heading: "User",
    cell: (row) => (
      <>
        {named(row.userName, "Unknown User")}
        <span className={styles.below}>{row.userEmail}</span>
      </>
    ),
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Role", cell: (row) => role(row.role) },
  { heading: "Invited by", cell: (row) => named(row.inviterName, "Self-created") },
  { heading: "Joined at", cell: (row) => moment(row.joinedAt) },
]);

import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import type { User } from "../../account/rules.ts";
import type { Column } from "../client/columns.ts";
import { AccessDenied } from "../components/access-denied.tsx";
import { Code, created, named, rank } from "../components/cells.tsx";
import { TableView } from "../components/table-view.tsx";
import styles from "./manage-admins.module.css";

const COLUMNS: readonly Column<User>[] = [
  { heading: "Name", cell: (row) => named(row.name) },
  { heading: "Email", cell: (row) => row.email, kind: "id" },
  { heading: "Admin level", cell: rank },
  { heading: "Created", cell: created },
];

/** `/admin/manage-admins`: lists the administrators; read-only, for super admins. */
export function ManageAdminsScreen() {
  const status = useQuery(api.admin.getAdminStatus, {});
  if (!status) return <Loading label="Loading admin status..." />;
  if (!status.isSuperAdmin)
    return <AccessDenied text="You need super admin privileges to access this page." />;
  return <Admins />;
}

function Admins() {
  const admins = useQuery(api.admin.listAdmins, {});
  return (
    <>
      <PageHeader
        title="Manage Admins"
        subtitle={admins ? pluralize(admins.length, "admin") : "Counting..."}
      />
      <Alert variant="outline" icon={<IconInfoCircle aria-hidden="true" />} className={styles.note}>
        <p>
          Promotion is done by backend functions, not on this screen: <Code>npm run admin -- promote</Code>{" "}
          with the e-mail address of somebody who has an account, and with <Code>--super</Code> for a super
          admin; <Code>npm run admin -- demote</Code> takes the rights back.
        </p>
      </Alert>
      {!admins && <Loading label="Loading admins..." />}
      {admins?.length === 0 && <EmptyState title="No admins found" />}
      {admins && admins.length > 0 && (
        <TableView caption="Admins, newest first" columns={COLUMNS} rows={admins} />
      )}
    </>
  );
}

import { Alert } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import type { User } from "../../account/rules.ts";
import type { Column } from "../client/columns.ts";
import { AccessDenied } from "../components/access-denied.tsx";
import { Code, created, named, rank } from "../components/cells.tsx";
import { TableView } from "../components/table-view.tsx";
import styles from "./manage-admins.module.css";

const COLUMNS: readonly Column<User>[] = [
  { heading: "admins.name", cell: (row) => named(row.name) },
  { heading: "admins.email", cell: (row) => row.email, kind: "id" },
  { heading: "admins.level", cell: rank },
  { heading: "admins.created", cell: created },
];

/** `/admin/manage-admins`: lists the administrators; read-only, for super admins. */
export function ManageAdminsScreen() {
  const status = useQuery(api.admin.getAdminStatus, {});
  if (!status) return <Loading label={t("admin.loading")} />;
  if (!status.isSuperAdmin) return <AccessDenied text={t("admins.needsSuperAdmin")} />;
  return <Admins />;
}

function Admins() {
  const admins = useQuery(api.admin.listAdmins, {});
  return (
    <>
      <PageHeader
        title={t("admin.manageAdmins")}
        subtitle={admins ? t("admins.count", { count: admins.length }) : t("admins.counting")}
      />
      <Alert variant="outline" icon={<IconInfoCircle aria-hidden="true" />} className={styles.note}>
        <p>
          <Rich text="admins.howTo" values={{ code: (command) => <Code>{command}</Code> }} />
        </p>
      </Alert>
      {!admins && <Loading label={t("admins.loading")} />}
      {admins?.length === 0 && <EmptyState title={t("admins.none")} />}
      {admins && admins.length > 0 && (
        <TableView caption={t("admins.newest")} columns={COLUMNS} rows={admins} />
      )}
    </>
  );
}

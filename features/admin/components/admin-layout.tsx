import { Outlet } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { AccessDenied } from "./access-denied.tsx";
import styles from "./admin-layout.module.css";
import { AdminMenu } from "./admin-menu.tsx";

/** The layout of the back-office; everybody but administrators sees "access denied" instead (workspace 2.8). */
export function AdminLayout() {
  const status = useQuery(api.admin.getAdminStatus, {});
  if (!status) return <Loading label={t("admin.loading")} />;
  if (!status.isAdmin && !status.isSuperAdmin) return <AccessDenied />;
  return (
    <div className={styles.layout}>
      <AdminMenu isSuperAdmin={status.isSuperAdmin} />
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

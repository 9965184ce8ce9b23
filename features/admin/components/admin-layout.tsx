import { Badge } from "@mantine/core";
import { Link, Outlet } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import styles from "./admin-layout.module.css";
import { ADMIN_PAGES } from "./admin-pages.ts";

/** The back-office's frame; everybody but administrators is told so (workspace 2.8). */
export function AdminLayout() {
  const status = useQuery(api.admin.getAdminStatus, {});
  if (!status) return <Loading label="Loading admin status..." />;
  if (!status.isAdmin && !status.isSuperAdmin) {
    return (
      <EmptyState asPage title="Access Denied" text="You need admin privileges to access this area.">
        <LinkButton to="/home">Back to Home</LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className={styles.layout}>
      <nav className={styles.menu} aria-label="Administration">
        <Badge>{status.isSuperAdmin ? "SUPER ADMIN" : "ADMIN"}</Badge>
        <ul className={styles.links}>
          {ADMIN_PAGES.filter((page) => !page.superOnly || status.isSuperAdmin).map(({ to, title }) => (
            <li key={to}>
              <Link to={to} className={styles.link} activeOptions={{ exact: true }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
        <Link to="/home" className={styles.link}>
          Back to app
        </Link>
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

import { Badge } from "@mantine/core";
import { IconArrowLeft, IconChevronDown } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { TABLE_PAGES } from "../client/admin-pages.ts";
import styles from "./admin-menu.module.css";

/** The side menu of the back-office; on a phone it collapses to the title of the current page. */
export function AdminMenu({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  const menu = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice folds the menu, and is in sight where it isn't folded
  useEffect(() => {
    setIsOpen(false);
    menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const link = { className: styles.link, activeOptions: { exact: true, includeSearch: false } };

  return (
    <nav ref={menu} className={`${styles.menu} no-print`} aria-label={t("admin.menu")}>
      <div className={styles.head}>
        <Badge>{t("admin.rank", { isSuperAdmin: String(isSuperAdmin) })}</Badge>
        <Link to="/home" className={styles.back}>
          <IconArrowLeft size={20} aria-hidden="true" /> {t("admin.backToApp")}
        </Link>
      </div>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <Rich text="admin.folded" values={{ page: getTitle(pathname) }} />
        </span>
        <IconChevronDown size={20} aria-hidden="true" className={styles.chevron} />
      </button>
      <ul id={list} className={styles.links} data-open={isOpen}>
        <li>
          <Link to="/admin" {...link} {...(pathname === "/admin/stats" && { "aria-current": "page" })}>
            {t("admin.statistics")}
          </Link>
        </li>
        <li>
          <Link to="/admin/queues" {...link}>
            {t("admin.queues")}
          </Link>
        </li>
        {isSuperAdmin && (
          <li>
            <Link to="/admin/manage-admins" {...link}>
              {t("admin.manageAdmins")}
            </Link>
          </li>
        )}
        {TABLE_PAGES.map(({ path, title }) => (
          <li key={path}>
            <Link to="/admin/$table" params={{ table: path }} {...link}>
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function getTitle(pathname: string): string {
  const path = pathname.split("/")[2] ?? "";
  if (path === "manage-admins") return t("admin.manageAdmins");
  if (path === "queues") return t("admin.queues");
  return t(TABLE_PAGES.find((page) => page.path === path)?.title ?? "admin.statistics");
}

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import styles from "./dose-pages.module.css";

/** The pages about doses: today's due ones, the planned ones, and a month of both. */
export function DosePages({ notebook, children }: { notebook: Notebook; children: ReactNode }) {
  const params = { diaryId: getShownId(notebook) };
  return (
    <>
      <nav aria-label="Doses" data-gives className={`${styles.pages} no-print`}>
        <Link
          to="/care/$diaryId/doses"
          params={params}
          activeOptions={{ exact: true }}
          className={styles.page}
        >
          Today
        </Link>
        <Link to="/care/$diaryId/plans" params={params} className={styles.page}>
          Plans
        </Link>
        <Link to="/care/$diaryId/doses/month" params={params} className={styles.page}>
          Month
        </Link>
      </nav>
      {children}
    </>
  );
}

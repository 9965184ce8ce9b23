import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import styles from "./dose-pages.module.css";

/** The pages about medicines: today's doses, all medicines, and a month of doses. */
export function DosePages({ notebook, children }: { notebook: Notebook; children: ReactNode }) {
  const params = { diaryId: getShownId(notebook) };
  return (
    <>
      <nav aria-label={t("care.medicines")} className={`${styles.pages} no-print`}>
        <Link
          to="/care/$diaryId/doses"
          params={params}
          activeOptions={{ exact: true }}
          className={styles.page}
        >
          {t("care.today")}
        </Link>
        <Link to="/care/$diaryId/plans" params={params} className={styles.page}>
          {t("care.all")}
        </Link>
        <Link to="/care/$diaryId/doses/month" params={params} className={styles.page}>
          {t("care.month")}
        </Link>
      </nav>
      {children}
    </>
  );
}

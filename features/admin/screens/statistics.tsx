import { Skeleton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { TABLE_PAGES } from "../client/admin-pages.ts";
import styles from "./statistics.module.css";

const formatCount = (count: number) => count.toLocaleString();

/** `/admin`: the number of rows of each table, and their sum; live. */
export function StatisticsScreen() {
  const stats = useQuery(api.adminDb.getStats, {});
  return (
    <>
      <PageHeader title={t("admin.statistics")} />
      {!stats && (
        <p role="status" className="visually-hidden">
          {t("admin.loadingStatistics")}
        </p>
      )}
      <Card as="dl" className={`${styles.card} ${styles.total}`} aria-busy={!stats}>
        <dt>{t("admin.total")}</dt>
        <dd className={styles.figure}>{stats ? formatCount(stats.totalDocuments) : <FigureSkeleton />}</dd>
      </Card>
      <List className={styles.cards} aria-label={t("admin.tables")} aria-busy={!stats}>
        {TABLE_PAGES.map(({ path, title, table }) => (
          <li key={path}>
            <Link to="/admin/$table" params={{ table: path }} className={styles.link}>
              <Card as="span" className={`${styles.card} ${styles.table}`}>
                <span className={styles.title}>{t(title)}</span>
                <span className={styles.figure}>
                  {stats ? formatCount(stats[table]) : <FigureSkeleton />}
                </span>
              </Card>
            </Link>
          </li>
        ))}
      </List>
    </>
  );
}

const FigureSkeleton = () => <Skeleton width="4rem" height="2rem" aria-hidden="true" />;

import { IconCalendarCheck, IconNotebook, IconVideo } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useHomeTasks } from "../../features/tasks/client/public.ts";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { Card } from "../../ui/card.tsx";
import { List } from "../../ui/list.tsx";
import { Soft } from "../../ui/text.tsx";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import styles from "./home-cards.module.css";

/** The cards of the dashboard: today's tasks, recording a meeting, the notebook that changed last. */
export function HomeCards() {
  return (
    <List className={styles.cards}>
      <TasksCard />
      <HomeCard icon={<IconVideo size={32} stroke={1.5} />}>
        <h2 className={styles.title}>
          <Link to="/recording">{t("home.record")}</Link>
        </h2>
        <p className={styles.text}>{t("home.recordText")}</p>
      </HomeCard>
      <NotebookCard />
    </List>
  );
}

function HomeCard({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Card isLink isRaised className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>{children}</div>
    </Card>
  );
}

function TasksCard() {
  const counts = useHomeTasks()?.counts;
  return (
    <HomeCard icon={<IconCalendarCheck size={32} stroke={1.5} />}>
      <h2 className={styles.title}>
        <Link to="/tasks">{t("home.tasks")}</Link>
      </h2>
      <p className={styles.text}>
        {counts
          ? t("home.counts", { today: counts.today, overdue: counts.overdue, upcoming: counts.upcoming })
          : t("home.loadingTasks")}
      </p>
    </HomeCard>
  );
}

function NotebookCard() {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  // They are sorted by last change; archived ones are skipped.
  const newest = notebooks?.find(({ isArchived }) => !isArchived);
  const subject = newest?.details.fullName.trim();
  return (
    <HomeCard icon={<IconNotebook size={32} stroke={1.5} />}>
      <h2 className={styles.title}>
        {newest ? (
          <Link to="/care/$diaryId" params={{ diaryId: newest.shortId }}>
            {t("home.newest")}
          </Link>
        ) : (
          <Link to="/care">{t("home.newest")}</Link>
        )}
      </h2>
      <p className={styles.text}>
        {!notebooks
          ? t("home.loadingNotebooks")
          : newest
            ? newest.name || t("home.unknownNotebook")
            : t("home.noNotebooks")}
      </p>
      {subject && <Soft>{subject}</Soft>}
    </HomeCard>
  );
}

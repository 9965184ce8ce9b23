import { IconChevronRight, IconClipboardList } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { FunctionReturnType } from "convex/server";
import type { ReactNode } from "react";
import { formatMoment } from "../../features/handover/rules/words.ts";
import { isForReader } from "../../features/updates/rules.ts";
import type { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { List } from "../../ui/list.tsx";
import { useMinute } from "../../ui/use-now.ts";
import styles from "./news-strip.module.css";

type Start = FunctionReturnType<typeof api.handover.listStarts>[number];
type News = FunctionReturnType<typeof api.updates.listNew>;

/** How many notebooks have a line; the page of all updates has all. */
const MOST = 3;

type NewsStripProps = {
  starts: readonly Start[];
  news: News;
  /** News that are listed below the line. */
  children: ReactNode;
};

/**
 * The count of news since the reader last read each notebook, in one line that leads to its handover.
 */
export function NewsStrip({ starts, news, children }: NewsStripProps) {
  const now = useMinute();
  const lines = starts
    .map((start) => ({ start, groups: news.groups.filter(({ diaryId }) => diaryId === start.diaryId) }))
    .sort((a, b) => (b.groups[0]?.at ?? 0) - (a.groups[0]?.at ?? 0));
  const withNews = lines.filter(({ groups }) => groups.length > 0);
  // Without news the way to the handover stays, in the same place.
  const shown = withNews.length > 0 ? withNews.slice(0, MOST) : lines.slice(0, 1);
  return (
    <section aria-label={t("home.whatIsNew")} className={styles.news}>
      <List gap="none" className={styles.strip}>
        {shown.map(({ start, groups }) => (
          <li key={start.diaryId}>
            <Link
              to="/care/$diaryId/handover"
              params={{ diaryId: start.diaryShortId }}
              className={styles.line}
            >
              <IconClipboardList className={styles.icon} aria-hidden="true" />
              <span className={styles.words} dir="auto">
                {starts.length > 1 && <strong>{start.subject.trim() || t("shared.unknownSubject")} </strong>}
                {start.since === null
                  ? formatCounts(groups, news.isWhole)
                  : t("home.since", {
                      moment: formatMoment(start.since, { now, timeZone: start.timeZone }),
                      counts: formatCounts(groups, news.isWhole),
                    })}
              </span>
              <IconChevronRight className={styles.icon} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </List>
      {withNews.length > MOST && (
        <Link to="/updates" className={styles.line}>
          {t("home.newInMore", { count: withNews.length - MOST })}
        </Link>
      )}
      {children}
    </section>
  );
}

/** "3 new, 1 needs you". */
function formatCounts(groups: News["groups"], isWhole: boolean): string {
  if (groups.length === 0) return t("home.nothingNew");
  const forReader = groups.filter(isForReader).length;
  const count = groups.length;
  const counts = isWhole ? t("home.new", { count }) : t("home.newOrMore", { count });
  return forReader === 0 ? counts : t("home.needYou", { counts, count: forReader });
}

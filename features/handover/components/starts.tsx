import { Link } from "@tanstack/react-router";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { useStarts } from "../client/use-starts.ts";
import { formatMoment } from "../rules/words.ts";
import styles from "./starts.module.css";

/** On home: the handover of each notebook, with the time up to which it was read. */
export function HandoverStarts() {
  const now = useMinute();
  const starts = useStarts();
  if (!starts || starts.length === 0) return null;
  return (
    <Section title="Handover" className={styles.starts}>
      <List gap="none" className={styles.list}>
        {starts.map(({ diaryId, diaryShortId, subject, timeZone, since }) => (
          <li key={diaryId}>
            <Link to="/care/$diaryId/handover" params={{ diaryId: diaryShortId }} className={styles.start}>
              {subject.trim() || "Unknown Subject"}
              <span className={styles.since}>
                {since === null ? "the last 72 hours" : `since ${formatMoment(since, { now, timeZone })}`}
              </span>
            </Link>
          </li>
        ))}
      </List>
    </Section>
  );
}

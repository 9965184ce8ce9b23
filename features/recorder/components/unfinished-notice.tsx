import { Alert, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { getDayAndTime } from "../client/day-and-time.ts";
import type { Unfinished } from "../client/unfinished-store.ts";
import { formatClockTime } from "../rules.ts";
import styles from "./recorder-page.module.css";

type UnfinishedNoticeProps = { unfinished: Unfinished[]; onReview: (id: string) => void };

/** Lists recordings that were neither saved nor discarded, because the page was left or the browser closed. */
export function UnfinishedNotice({ unfinished, onReview }: UnfinishedNoticeProps) {
  const now = useNow();
  const oldest = unfinished[0];
  if (!oldest) return null;
  const count = unfinished.length;
  return (
    <Alert
      color="yellow"
      icon={<IconHistory aria-hidden="true" />}
      title={count === 1 ? "A recording waits for you" : `${count} recordings wait for you`}
    >
      <p className={styles.notice}>
        Recorded <RelativeTime at={oldest.timestamp}>{getDayAndTime(oldest.timestamp, now)}</RelativeTime>,{" "}
        {formatClockTime(oldest.seconds)} long, and neither kept nor discarded.
      </p>
      <Button variant="default" onClick={() => onReview(oldest.id)}>
        Review
      </Button>
    </Alert>
  );
}

import { Alert, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
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
  return (
    <Alert
      color="yellow"
      icon={<IconHistory aria-hidden="true" />}
      title={t("recorder.unfinished", { count: unfinished.length })}
    >
      <p className={styles.notice}>
        <Rich
          text="recorder.unfinishedText"
          values={{
            when: getDayAndTime(oldest.timestamp, now),
            time: (when) => <RelativeTime at={oldest.timestamp}>{when}</RelativeTime>,
            length: formatClockTime(oldest.seconds),
          }}
        />
      </p>
      <Button variant="default" onClick={() => onReview(oldest.id)}>
        {t("recorder.review")}
      </Button>
    </Alert>
  );
}

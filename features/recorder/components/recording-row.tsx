import { Button } from "@mantine/core";
import { IconDownload, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Facts } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { getDayAndTime } from "../client/day-and-time.ts";
import type { ListedRecording } from "../client/local-recordings.ts";
import { formatClockTime } from "../rules.ts";
import styles from "./recorder-page.module.css";

type RecordingRowProps = {
  recording: ListedRecording;
  onPlay: () => void;
  onDownload: () => void;
  onDelete: () => void;
};

const icon = { size: 20, "aria-hidden": true } as const;

/** A saved recording with its actions. */
export function RecordingRow({ recording, onPlay, onDownload, onDelete }: RecordingRowProps) {
  const now = useNow();
  const { filename, duration, size, timestamp } = recording;
  return (
    <Card className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.filename}>{filename}</h3>
        <Facts className={styles.meta}>
          <span>{formatClockTime(duration)}</span>
          <span>{getRecordingSize(size)}</span>
          <RelativeTime at={timestamp}>{getDayAndTime(timestamp, now)}</RelativeTime>
        </Facts>
      </div>
      <Actions isTight className={styles.actions}>
        <Button
          className={styles.action}
          variant="default"
          leftSection={<IconPlayerPlay {...icon} />}
          aria-label={t("recorder.playOne", { filename })}
          onClick={onPlay}
        >
          {t("recorder.play")}
        </Button>
        <Button
          className={styles.action}
          variant="default"
          leftSection={<IconDownload {...icon} />}
          aria-label={t("recorder.downloadOne", { filename })}
          onClick={onDownload}
        >
          {t("recorder.download")}
        </Button>
        <Button
          className={styles.action}
          variant="subtle"
          color="red"
          leftSection={<IconTrash {...icon} />}
          aria-label={t("recorder.removeOne", { filename })}
          onClick={onDelete}
        >
          {t("recorder.remove")}
        </Button>
      </Actions>
    </Card>
  );
}

import { Button } from "@mantine/core";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { useNow } from "../../../ui/use-now.ts";
import type { Readings } from "../client/note-kind.ts";
import { changeInWords } from "../client/version-words.ts";
import styles from "./history-dialog.module.css";
import { NoteVersion } from "./note-version.tsx";

type HistoryDialogProps = {
  noteId: string;
  timeZone: string;
  readings: Readings;
  opened: boolean;
  onClose: () => void;
};

/** The versions of a note that the reader may see: author, time, changes, and each one's content. */
export function HistoryDialog({ noteId, timeZone, readings, opened, onClose }: HistoryDialogProps) {
  const versions = useQuery(api.notes.listNoteVersions, opened ? { noteId } : "skip");
  const [reading, setReading] = useState<number | null>(null);
  const now = useNow();

  function close() {
    setReading(null);
    onClose();
  }

  return (
    <Modal opened={opened} onClose={close} title={t("notehistory.title")} size="lg">
      {reading !== null && (
        <NoteVersion
          noteId={noteId}
          timeZone={timeZone}
          version={reading}
          readings={readings}
          onBack={() => setReading(null)}
        />
      )}
      {reading === null && !versions && <Loading label={t("notehistory.loading")} />}
      {reading === null && versions && (
        <ol className={styles.versions} aria-label={t("notehistory.versions")}>
          {versions.map((version) => (
            <li key={version.version} className={styles.version}>
              <div>
                <p className={styles.line}>
                  <strong>{changeInWords(version)}</strong>
                  {version.isPresent && ` ${t("notehistory.asNow")}`}
                </p>
                <p className={styles.line}>
                  <Rich
                    text="notehistory.writerTime"
                    values={{
                      name: version.writerName || t("notewords.unknown"),
                      when: formatRelativeDays(version.writtenAt, now, 30),
                      time: (when) => <RelativeTime at={version.writtenAt}>{when}</RelativeTime>,
                    }}
                  />
                </p>
              </div>
              <Button
                variant="default"
                aria-label={t("notehistory.readVersion", { number: version.version })}
                onClick={() => setReading(version.version)}
              >
                {t("notehistory.read")}
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}

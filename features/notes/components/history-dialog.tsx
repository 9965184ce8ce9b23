import { Button } from "@mantine/core";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
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
    <Modal opened={opened} onClose={close} title="History" size="lg">
      {reading !== null && (
        <NoteVersion
          noteId={noteId}
          timeZone={timeZone}
          version={reading}
          readings={readings}
          onBack={() => setReading(null)}
        />
      )}
      {reading === null && !versions && <Loading label="Loading the history..." />}
      {reading === null && versions && (
        <ol className={styles.versions} aria-label="Versions">
          {versions.map((version) => (
            <li key={version.version} className={styles.version}>
              <div>
                <p className={styles.line}>
                  <strong>{changeInWords(version)}</strong>
                  {version.isPresent && " (as it is now)"}
                </p>
                <p className={styles.line}>
                  {version.writerName || "Unknown"},{" "}
                  <RelativeTime at={version.writtenAt}>
                    {formatRelativeDays(version.writtenAt, now, 30)}
                  </RelativeTime>
                </p>
              </div>
              <Button
                variant="default"
                aria-label={`Read version ${version.version}`}
                onClick={() => setReading(version.version)}
              >
                Read
              </Button>
            </li>
          ))}
        </ol>
      )}
    </Modal>
  );
}

import { IconVideo } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { downloadBlob } from "../client/download-blob.ts";
import {
  deleteRecording,
  describeReadFailure,
  type ListedRecording,
  listRecordings,
  readRecording,
} from "../client/local-recordings.ts";
import { MESSAGES } from "../rules.ts";
import { Playback } from "./playback.tsx";
import styles from "./recorder-page.module.css";
import { RecordingRow } from "./recording-row.tsx";

type SavedRecordingsProps = {
  userId: string;
  /** Changes when the list may have changed. */
  version: number;
  onChange: () => void;
};

type Listed = ListedRecording[] | Error;

/** This person's saved recordings in this browser, newest first. */
export function SavedRecordings({ userId, version, onChange }: SavedRecordingsProps) {
  const [listed, setListed] = useState<Listed | null>(null);
  const [playing, setPlaying] = useState<{ filename: string; blob: Blob } | null>(null);
  const [deleting, setDeleting] = useState<ListedRecording | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` only triggers it
  useEffect(() => {
    let isWanted = true;
    listRecordings(userId).then(
      (recordings) => isWanted && setListed(recordings),
      (error) => {
        console.error(error);
        if (isWanted) setListed(error);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [userId, version]);

  async function withBlob({ id, filename }: ListedRecording, use: (blob: Blob, filename: string) => void) {
    try {
      use(await readRecording(id), filename);
    } catch (error) {
      console.error(error);
      notifyFailure(describeReadFailure(error as Error));
    }
  }

  async function remove({ id }: ListedRecording) {
    setDeleting(null);
    try {
      await deleteRecording(id);
      onChange();
      // The focused button disappears with its recording.
      heading.current?.focus();
    } catch (error) {
      console.error(error);
      notifyFailure(t(MESSAGES.remove));
    }
  }

  const recordings = listed instanceof Error ? null : listed;
  return (
    <Section title={t("recorder.savedTitle")} headingRef={heading}>
      {!listed && <Loading label={t("recorder.loadingSaved")} rows={1} />}
      {listed instanceof Error && <ErrorState message={describeReadFailure(listed)} onRetry={onChange} />}
      {recordings?.length === 0 && (
        <EmptyState
          title={t("recorder.none")}
          text={t("recorder.noneText")}
          picture={<IconVideo size={64} stroke={1.25} />}
        />
      )}
      {recordings && recordings.length > 0 && (
        <>
          <Soft className={styles.hint}>{totalWords(recordings)}</Soft>
          <List>
            {recordings.map((recording) => (
              <RecordingRow
                key={recording.id}
                recording={recording}
                onPlay={() => withBlob(recording, (blob, filename) => setPlaying({ blob, filename }))}
                onDownload={() => withBlob(recording, downloadBlob)}
                onDelete={() => setDeleting(recording)}
              />
            ))}
          </List>
        </>
      )}
      <Modal
        opened={playing !== null}
        onClose={() => setPlaying(null)}
        title={playing?.filename ?? ""}
        size="xl"
      >
        <div className={styles.player}>
          {playing && <Playback blob={playing.blob} label={playing.filename} autoPlay />}
        </div>
      </Modal>
      <Question
        opened={deleting !== null}
        title={t("recorder.removeTitle")}
        confirm={t("recorder.remove")}
        onConfirm={() => deleting && remove(deleting)}
        onCancel={() => setDeleting(null)}
      >
        <p>{t("recorder.removeText")}</p>
        <p>{deleting?.filename}</p>
      </Question>
    </Section>
  );
}

function totalWords(recordings: ListedRecording[]): string {
  const size = getRecordingSize(recordings.reduce((sum, recording) => sum + recording.size, 0));
  return t("recorder.total", { size });
}

import { IconLock } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { lazy, Suspense, useCallback, useId, useRef, useState } from "react";
import { type Attachment, api } from "../../../lib/api.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Question } from "../../../ui/question.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNow } from "../../../ui/use-now.ts";
import { AttachmentRow } from "./attachment-row.tsx";
import { ATTACHMENT_WORDS } from "./attachment-words.ts";
import styles from "./attachments-panel.module.css";
import { useAttachmentActions } from "./use-attachment-actions.ts";
import { useAttachmentNews } from "./use-attachment-news.ts";

const PicturePreview = lazy(() =>
  import("./picture-preview.tsx").then((module) => ({ default: module.PicturePreview })),
);

type AttachmentsPanelProps = {
  /** The note that the files hang on. */
  note: { _id: string; diaryId: string; isEncrypted: boolean };
};

/** The files of a note, live: to download, to look at where they are pictures, to delete. */
export function AttachmentsPanel({ note }: AttachmentsPanelProps) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  const attachments = useLiveQuery(api.attachments.listAttachments, { noteId: note._id });
  const me = useQuery(api.users.getCurrentUser, {});
  const [news, say] = useState("");
  useAttachmentNews(attachments, me?._id, say);
  const { download, remove } = useAttachmentActions(note._id);
  const [deleting, setDeleting] = useState<Attachment | null>(null);
  const [lookingAt, setLookingAt] = useState<string | null>(null);
  const shown = attachments?.find(({ _id }) => _id === lookingAt);

  const focusHeading = useCallback(() => {
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }, []);
  const look = useCallback(({ _id }: Attachment) => setLookingAt(_id), []);

  function removeAsked() {
    if (deleting) void remove(deleting);
    setDeleting(null);
    // The button that had the focus goes with its row.
    focusHeading();
  }

  return (
    <section className={styles.panel} aria-labelledby={headingId} id="attachments">
      <h2 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        {attachments ? `Attachments (${attachments.length})` : "Attachments"}
      </h2>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      {note.isEncrypted && (
        <p className={styles.encrypted}>
          <IconLock size={18} aria-hidden="true" /> {ATTACHMENT_WORDS.encrypted}
        </p>
      )}
      {!attachments && <Loading label="Loading attachments..." rows={1} />}
      {attachments?.length === 0 && <p className={styles.hint}>No attachments yet</p>}
      {attachments && attachments.length > 0 && (
        <ul className={styles.list}>
          {attachments.map((attachment) => (
            <AttachmentRow
              key={attachment._id}
              attachment={attachment}
              now={now}
              onDownload={download}
              onLook={look}
              onDelete={setDeleting}
            />
          ))}
        </ul>
      )}
      <Question
        opened={deleting !== null}
        title="Delete attachment"
        confirm="Delete"
        onConfirm={removeAsked}
        onCancel={() => setDeleting(null)}
      >
        <p>{ATTACHMENT_WORDS.deleteQuestion}</p>
        {deleting && (
          <p className={styles.named}>
            <bdi>{deleting.filename}</bdi>
          </p>
        )}
      </Question>
      {shown && (
        <Suspense fallback={null}>
          <PicturePreview attachment={shown} onDownload={download} onClose={() => setLookingAt(null)} />
        </Suspense>
      )}
    </section>
  );
}

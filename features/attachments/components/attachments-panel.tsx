import { IconLock } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Attachment, api, type Note } from "../../../lib/api.ts";
import { isPicture } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useTick } from "../../../ui/use-now.ts";
import { useWaitsForNetwork } from "../../../ui/use-waits-for-network.ts";
import { readFilesToSend } from "../client/chosen-files.ts";
import { isUnderWay } from "../client/upload-queue.ts";
import { useAttachmentActions } from "../client/use-attachment-actions.ts";
import { useAttachmentNews } from "../client/use-attachment-news.ts";
import { useFileDrop } from "../client/use-file-drop.ts";
import { useUploads } from "../client/use-uploads.ts";
import { AddFiles } from "./add-files.tsx";
import { AttachmentRow } from "./attachment-row.tsx";
import styles from "./attachments-panel.module.css";
import tileStyles from "./picture-tile.module.css";
import { PictureTile } from "./picture-tile.tsx";
import { UploadGuard } from "./upload-guard.tsx";
import { UploadRow } from "./upload-row.tsx";

const PictureViewer = createLazyPart(() => import("./picture-viewer.tsx").then((m) => m.PictureViewer));

/** Loaded on demand: the PDF renderer is large. */
const PdfPreview = createLazyPart(() => import("./pdf-preview.tsx").then((m) => m.PdfPreview));

type AttachmentsPanelProps = {
  /** The note that the attachments belong to. */
  note: Pick<Note, "_id" | "diaryId" | "isEncrypted">;
  /** Whether the viewer may add files. */
  mayAdd: boolean;
};

/** The attachments of a note, live: adding, downloading, previewing pictures and PDFs, deleting. */
export function AttachmentsPanel({ note, mayAdd }: AttachmentsPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const tick = useTick();
  const attachments = useLiveQuery(api.attachments.listAttachments, { noteId: note._id });
  const me = useQuery(api.users.getCurrentUser, {});
  const [news, say] = useState("");
  useAttachmentNews(attachments, me?._id, say);
  const { download, describe, remove } = useAttachmentActions(note._id);
  const [deleting, setDeleting] = useState<Attachment | null>(null);
  const [previewedId, setPreviewedId] = useState<string | null>(null);
  useFileFromHash(attachments, setPreviewedId);
  const lookedAt = attachments?.find(({ _id }) => _id === previewedId);
  const pictures = attachments?.filter(isPicture) ?? [];
  const others = attachments?.filter((attachment) => !isPicture(attachment)) ?? [];
  const closePreview = useCallback(() => setPreviewedId(null), []);

  const { uploads, queue, add: upload } = useUploads(note);
  const isUploading = uploads.some(isUnderWay);
  const isOffline = useWaitsForNetwork(isUploading);
  const add = useCallback(
    async (files: File[], keepsOriginals = false) => {
      if (files.length > 0) say(t("attachments.adding", { count: files.length }));
      await upload(await readFilesToSend(files, keepsOriginals));
    },
    [upload],
  );
  const isOver = useFileDrop(panel, mayAdd, add);
  // The live list may contain a file before its upload has finished here.
  const there = new Set(attachments?.map(({ gcsObjectName }) => gcsObjectName));
  const coming = uploads.filter(({ objectName }) => !objectName || !there.has(objectName));

  const focusHeading = useCallback(() => {
    setTimeout(() => heading.current?.focus({ preventScroll: true }));
  }, []);
  const openPreview = useCallback(({ _id }: Attachment) => setPreviewedId(_id), []);

  function removeAsked() {
    if (deleting) void remove(deleting);
    setDeleting(null);
    // The focused button disappears with its row.
    focusHeading();
  }

  return (
    <Section
      ref={panel}
      title={
        attachments ? t("attachments.titleWithCount", { count: attachments.length }) : t("attachments.title")
      }
      headingRef={heading}
      isApart
      className={styles.panel}
      data-over={isOver || undefined}
      id="attachments"
    >
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      {note.isEncrypted && (
        <p className={styles.encrypted}>
          <IconLock size={18} aria-hidden="true" /> {t("attachments.encrypted")}
        </p>
      )}
      {!attachments && <Loading label={t("attachments.loading")} rows={1} />}
      {attachments?.length === 0 && coming.length === 0 && <Soft>{t("attachments.none")}</Soft>}
      {pictures.length > 0 && (
        <List className={tileStyles.tiles} hasMenus>
          {pictures.map((attachment) => (
            <PictureTile
              key={attachment._id}
              attachment={attachment}
              onDownload={download}
              onPreview={openPreview}
              onDelete={setDeleting}
            />
          ))}
        </List>
      )}
      {(others.length > 0 || coming.length > 0) && (
        <List gap="none" isRuled>
          {others.map((attachment) => (
            <AttachmentRow
              key={attachment._id}
              attachment={attachment}
              tick={tick}
              onDownload={download}
              onPreview={openPreview}
              onDelete={setDeleting}
            />
          ))}
          {coming.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              queue={queue}
              isOffline={isOffline}
              onFocusLost={focusHeading}
            />
          ))}
        </List>
      )}
      {mayAdd && <AddFiles onFiles={add} />}
      <UploadGuard isUploading={isUploading} text={t("attachments.leaveText")} />
      <Question
        opened={deleting !== null}
        title={t("attachments.deleteTitle")}
        confirm={t("attachments.delete")}
        onConfirm={removeAsked}
        onCancel={() => setDeleting(null)}
      >
        <p>{t("attachments.deleteText")}</p>
        {deleting && (
          <p className={styles.named}>
            <bdi>{deleting.filename}</bdi>
          </p>
        )}
      </Question>
      {lookedAt &&
        (isPicture(lookedAt) ? (
          <PictureViewer
            pictures={pictures}
            shownId={lookedAt._id}
            onShow={setPreviewedId}
            onDownload={download}
            onDescribe={describe}
            onClose={closePreview}
          />
        ) : (
          <PdfPreview attachment={lookedAt} onDownload={download} onClose={closePreview} />
        ))}
    </Section>
  );
}

/** Shows the file that the URL's hash names, as a link from the search does: its preview, or its place in the list. */
function useFileFromHash(attachments: Attachment[] | undefined, onPreview: (id: string) => void): void {
  const [named] = useState(() => /^#file-(.+)$/.exec(location.hash)?.[1]);
  const file = attachments?.find(({ _id }) => _id === named);
  const hasPreview = file && file.previewType !== null;
  useEffect(() => {
    if (hasPreview === undefined || !named) return;
    document.getElementById(`file-${named}`)?.scrollIntoView({ block: "center" });
    if (hasPreview) onPreview(named);
  }, [hasPreview, named, onPreview]);
}

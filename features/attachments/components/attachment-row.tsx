import { Button } from "@mantine/core";
import { memo, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Facts, Soft } from "../../../ui/text.tsx";
import { isHeic } from "../rules.ts";
import styles from "./attachment-row.module.css";
import { FileIcon } from "./file-icon.tsx";

/** Up to this age an attachment's time is relative, as a comment's is. */
const RELATIVE_DAYS = 7;

type AttachmentRowProps = {
  attachment: Attachment;
  /** Now, up to a minute ago; epoch ms. */
  tick: number;
  onDownload: (attachment: Attachment) => Promise<void>;
  onPreview: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
};

/** One attachment that isn't a picture: name, size, uploader, time, and the viewer's actions. */
export const AttachmentRow = memo(function AttachmentRow(props: AttachmentRowProps) {
  const { attachment, tick, onDownload, onPreview, onDelete } = props;
  const { filename, mimeType, previewType, sizeBytes, uploaderName, _creationTime } = attachment;
  const [isOpening, setIsOpening] = useState(false);

  async function download() {
    setIsOpening(true);
    await onDownload(attachment);
    setIsOpening(false);
  }

  return (
    <li id={`file-${attachment._id}`} className={styles.row}>
      <FileIcon type={previewType ?? mimeType} />
      <div className={styles.body}>
        <p className={styles.name}>
          <bdi>{filename}</bdi>
        </p>
        <Facts className={styles.meta}>
          <span>{getRecordingSize(sizeBytes)}</span>
          <span>{uploaderName.trim() || t("notewords.unknown")}</span>
          <RelativeTime at={_creationTime}>
            {formatRelativeDays(_creationTime, Math.max(tick, _creationTime), RELATIVE_DAYS)}
          </RelativeTime>
        </Facts>
        {isHeic(attachment) && <Soft className={styles.hint}>{t("attachments.heic")}</Soft>}
        <Actions isQuiet className="no-print">
          {previewType && (
            <Button variant="subtle" onClick={() => onPreview(attachment)}>
              <Rich text="attachments.viewOne" values={{ filename }} />
            </Button>
          )}
          <Button variant="subtle" loading={isOpening} onClick={() => void download()}>
            <Rich text="attachments.downloadOne" values={{ filename }} />
          </Button>
          {attachment.canDelete && (
            <Button variant="subtle" onClick={() => onDelete(attachment)}>
              <Rich text="attachments.deleteOne" values={{ filename }} />
            </Button>
          )}
        </Actions>
      </div>
    </li>
  );
});

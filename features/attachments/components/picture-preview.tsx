import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { Modal } from "../../../ui/modal.tsx";
import { ATTACHMENT_WORDS } from "./attachment-words.ts";
import styles from "./picture-preview.module.css";
import { usePreviewUrl } from "./use-preview-url.ts";

type PicturePreviewProps = {
  attachment: Attachment;
  onDownload: (attachment: Attachment) => Promise<void>;
  onClose: () => void;
};

/** A picture as large as the window lets it be. */
export function PicturePreview({ attachment, onDownload, onClose }: PicturePreviewProps) {
  const { url, isMissing } = usePreviewUrl(attachment._id);
  const [state, setState] = useState<"loading" | "shown" | "broken">("loading");
  const isBroken = isMissing || state === "broken";
  return (
    <Modal opened onClose={onClose} title={attachment.filename} size="full">
      <div className={styles.place}>
        {isBroken ? (
          <p role="alert">{ATTACHMENT_WORDS.notShown}</p>
        ) : (
          state === "loading" && <p role="status">Loading the picture...</p>
        )}
        {url && !isBroken && (
          <img
            className={styles.picture}
            data-loading={state === "loading" || undefined}
            src={url}
            alt={attachment.filename}
            onLoad={() => setState("shown")}
            onError={() => setState("broken")}
          />
        )}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void onDownload(attachment)}>
          Download
        </Button>
      </Group>
    </Modal>
  );
}

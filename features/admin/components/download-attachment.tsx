import { Button } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getServerMessage } from "../../../lib/error-message.ts";
import { getFileAddress } from "../../../lib/file-paths.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { Rich } from "../../../ui/rich.tsx";
import { ADMIN_MESSAGES } from "../rules.ts";
import type { AttachmentRow } from "../schema.ts";
import styles from "./cells.module.css";

/** The button that downloads a file under its own name. */
export function DownloadAttachment({
  attachment: { _id, filename },
}: {
  attachment: Pick<AttachmentRow, "_id" | "filename">;
}) {
  const getUrl = useAction(api.attachmentsActions.getAttachmentUrl);
  const [isOpening, setIsOpening] = useState(false);

  async function download() {
    if (isOpening) return;
    setIsOpening(true);
    try {
      const { url } = await getUrl({ attachmentId: _id });
      const link = document.createElement("a");
      link.href = getFileAddress(url);
      link.download = filename ?? "";
      link.click();
    } catch (error) {
      console.error(writeMessage(ADMIN_MESSAGES.downloadFailed), error);
      notifyFailure(getServerMessage(error, writeMessage(ADMIN_MESSAGES.downloadFailed)));
    }
    setIsOpening(false);
  }

  return (
    <Button
      variant="subtle"
      className={styles.action}
      aria-disabled={isOpening}
      onClick={() => void download()}
    >
      <Rich text="admintables.download" values={{ filename: filename ?? "" }} />
    </Button>
  );
}

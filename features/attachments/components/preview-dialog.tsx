import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";

/** The props of every preview. */
export type PreviewProps = {
  attachment: Attachment;
  onDownload: (attachment: Attachment) => Promise<void>;
  onClose: () => void;
};

/** The dialog that previews a file; its title is the file's name, and it offers the download. */
export function PreviewDialog({
  attachment,
  onDownload,
  onClose,
  controls,
  children,
}: PreviewProps & { controls?: ReactNode; children: ReactNode }) {
  return (
    <Modal opened onClose={onClose} title={attachment.filename} size="full">
      {children}
      <Group justify="flex-end" gap="xs">
        {controls}
        <Button variant="default" onClick={() => void onDownload(attachment)}>
          {t("previews.download")}
        </Button>
      </Group>
    </Modal>
  );
}

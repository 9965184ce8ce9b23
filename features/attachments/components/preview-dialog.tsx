import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { Modal } from "../../../ui/modal.tsx";

/** What every preview is given. */
export type PreviewProps = {
  attachment: Attachment;
  onDownload: (attachment: Attachment) => Promise<void>;
  onClose: () => void;
};

/** The window in which a file is looked at; its name is the title, and it can be downloaded there. */
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
          Download
        </Button>
      </Group>
    </Modal>
  );
}

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../lib/words/t.ts";
import { Modal } from "./modal.tsx";

type QuestionProps = {
  opened: boolean;
  title: string;
  /** The label of the confirming button, e.g. "Remove". */
  confirm: string;
  /** The label of the other button. */
  cancel?: string;
  /** False when nothing is deleted; the button is red otherwise. */
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The question itself. */
  children: ReactNode;
};

/** A confirmation dialog; Escape, a click outside and "Cancel" change nothing. */
export function Question({
  opened,
  title,
  confirm,
  cancel = t("ui.cancel"),
  destructive = true,
  onConfirm,
  onCancel,
  children,
}: QuestionProps) {
  return (
    <Modal opened={opened} onClose={onCancel} title={title} size="sm">
      {children}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button color={destructive ? "red" : undefined} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Modal } from "./modal.tsx";

type QuestionProps = {
  opened: boolean;
  title: string;
  /** What the button that does it says, e.g. "Remove". */
  confirm: string;
  /** What the other button says. */
  cancel?: string;
  /** False for what takes nothing away; the button is red otherwise. */
  destructive?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The question itself. */
  children: ReactNode;
};

/** Asks before something is done; Escape, a click outside and "Cancel" leave everything as it is. */
export function Question({
  opened,
  title,
  confirm,
  cancel = "Cancel",
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

import { Modal as MantineModal } from "@mantine/core";
import type { ReactNode } from "react";

type ModalProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** sm 380, md 440, lg 620, xl 780 px wide; full is 95 % of the window. */
  size?: "sm" | "md" | "lg" | "xl" | "full";
  /** False while something must not be left, e.g. during a save. */
  closable?: boolean;
  children: ReactNode;
};

/** The generic dialog: Escape and a click outside close it; the focus stays in it and returns after it. */
export function Modal({ opened, onClose, title, size = "md", closable = true, children }: ModalProps) {
  const isFull = size === "full";
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={isFull ? "95vw" : size}
      // Mantine keeps 5vw free at each side by default, which would leave 90vw.
      xOffset={isFull ? "2.5vw" : undefined}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      withCloseButton={closable}
    >
      {children}
    </MantineModal>
  );
}

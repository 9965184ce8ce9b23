import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../lib/words/t.ts";
import styles from "./modal.module.css";

export type ModalProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** sm 380, md 440, lg 620, xl 780 px wide; full is 95 % of the window; screen covers all of it. */
  size?: "sm" | "md" | "lg" | "xl" | "full" | "screen";
  /** False while the dialog must not be closed, e.g. during a save. */
  closable?: boolean;
  children: ReactNode;
};

/** The frame of a dialog: its overlay, its header and its content. */
export function ModalFrame({ opened, onClose, title, size = "md", closable = true, children }: ModalProps) {
  const isFull = size === "full";
  const isScreen = size === "screen";
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      fullScreen={isScreen}
      size={isFull ? "95vw" : isScreen ? undefined : size}
      // Mantine keeps 5vw free on each side by default, which would leave 90vw.
      xOffset={isFull ? "2.5vw" : undefined}
      returnFocus={false}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      // While it waits, the dialog of a hosted sign-in may lie over it, which has to scroll.
      removeScrollProps={{ noIsolation: !closable }}
    >
      <Modal.Overlay />
      {/* Without a transform, which would clip menus in the dialog at its edge. */}
      <Modal.Content
        transitionProps={{ transition: "fade" }}
        classNames={isScreen ? { content: styles.screen } : undefined}
      >
        {/* Mantine's own header is a <header>, which a screen reader takes for the page's. */}
        <div className={styles.header}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label={t("ui.close")} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

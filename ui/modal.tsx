import { Modal as MantineModal } from "@mantine/core";
import { type ReactNode, useLayoutEffect } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import styles from "./modal.module.css";

type ModalProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** sm 380, md 440, lg 620, xl 780 px wide; full is 95 % of the window; screen covers all of it. */
  size?: "sm" | "md" | "lg" | "xl" | "full" | "screen";
  /** False while the dialog must not be closed, e.g. during a save. */
  closable?: boolean;
  children: ReactNode;
};

/**
 * The generic dialog: Escape, Back and a click outside close it; it traps the focus and returns it when it closes.
 */
export function Modal({ opened, onClose, title, size = "md", closable = true, children }: ModalProps) {
  const isFull = size === "full";
  const isScreen = size === "screen";
  useHistoryLayer(opened, () => closable && onClose());

  // Mantine returns the focus only for a dialog that was mounted before it opened; ours may be loaded at the moment
  // it opens.
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      setTimeout(() => opener instanceof HTMLElement && opener.focus({ preventScroll: true }));
    };
  }, [opened]);

  return (
    <MantineModal.Root
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
      <MantineModal.Overlay />
      {/* Without a transform, which would clip menus in the dialog at its edge. */}
      <MantineModal.Content
        transitionProps={{ transition: "fade" }}
        classNames={isScreen ? { content: styles.screen } : undefined}
      >
        {/* Mantine's own header is a <header>, which a screen reader takes for the page's. */}
        <div className={styles.header}>
          <MantineModal.Title className={styles.title}>{title}</MantineModal.Title>
          {closable && <MantineModal.CloseButton aria-label="Close" />}
        </div>
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  );
}

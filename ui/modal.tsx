import { type ReactNode, useLayoutEffect, useState } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import { lazyPart } from "./lazy-part.tsx";

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

/** The dialog's frame: a large part of the kit, which no screen needs for its first look. */
const ModalFrame = lazyPart(() => import("./modal-frame.tsx").then((module) => module.ModalFrame));

/**
 * The generic dialog: Escape, Back and a click outside close it; it traps the focus and returns it when it closes.
 */
export function Modal(props: ModalProps) {
  const { opened, onClose, closable = true } = props;
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
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

  return wasOpened && (opened || ModalFrame.isLoaded()) && <ModalFrame {...props} />;
}

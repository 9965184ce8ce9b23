import { useLayoutEffect, useState } from "react";
import { useHistoryLayer } from "./history-layers.ts";
import { createLazyPart } from "./lazy-part.tsx";
import type { ModalProps } from "./modal-frame.tsx";

/** The dialog's frame: a large part of the kit, which no screen needs for its first look. */
const ModalFrame = createLazyPart(() => import("./modal-frame.tsx").then((module) => module.ModalFrame));

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

  return wasOpened && <ModalFrame {...props} />;
}

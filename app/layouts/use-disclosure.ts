import { useEffect, useRef, useState } from "react";
import { useHistoryLayer } from "../../ui/history-layers.ts";

/** A button that shows and hides a panel: Escape, Back, a click elsewhere and leaving it by Tab hide it. */
export function useDisclosure<Frame extends HTMLElement, Button extends HTMLElement>() {
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<Frame>(null);
  const button = useRef<Button>(null);
  useHistoryLayer(isOpen, () => {
    setIsOpen(false);
    button.current?.focus();
  });

  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", onEscape);
    };
  }, [isOpen]);

  return {
    isOpen,
    close: () => setIsOpen(false),
    frame,
    button: { ref: button, "aria-expanded": isOpen, onClick: () => setIsOpen(!isOpen) },
  };
}

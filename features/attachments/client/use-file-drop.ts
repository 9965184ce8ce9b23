import { type RefObject, useLayoutEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";

/**
 * Accepts files dropped on an element or pasted anywhere on the page; returns whether files are being dragged over it.
 * A drop outside the element is ignored, because the browser would leave the page to open the file.
 */
export function useFileDrop(
  target: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onFiles: (files: File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false);

  // Before the screen is painted: the browser leaves the page for a file that is dropped earlier.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const isOnTarget = ({ target: at }: Event) => at instanceof Node && target.current!.contains(at);

    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      const isHere = isOnTarget(event);
      event.dataTransfer.dropEffect = isHere ? "copy" : "none";
      setIsOver(isHere);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (isOnTarget(event)) onFiles(getFiles(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      // A word processor adds a picture of the copied text.
      if (!data || data.files.length === 0 || data.types.includes("text/plain")) return;
      if (event.target instanceof Element && event.target.closest("[role=dialog]")) return;
      event.preventDefault();
      onFiles([...data.files]);
    };

    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", onDrop);
    window.addEventListener("paste", paste);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", onDrop);
      window.removeEventListener("paste", paste);
    };
  }, [target, isOpen, onFiles]);

  return isOver;
}

/** The dropped files without folders, which browsers list as unreadable files. */
function getFiles({ items }: DataTransfer): File[] {
  const dropped = [...items].filter(({ kind }) => kind === "file");
  const isFolder = (item: DataTransferItem) => item.webkitGetAsEntry()?.isDirectory ?? false;
  if (dropped.some(isFolder)) notifyFailure(t("files.folder"));
  return dropped.filter((item) => !isFolder(item)).flatMap((item) => item.getAsFile() ?? []);
}

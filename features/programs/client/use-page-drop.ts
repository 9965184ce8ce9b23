import { useLayoutEffect, useState } from "react";

/** Accepts a file dropped anywhere on the page; returns whether one is being dragged over it. */
export function usePageDrop(isOpen: boolean, onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);

  // Before the screen is painted: the browser leaves the page for a file that is dropped earlier.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would leave the page to open the file.
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", onDrop);
    };
  }, [isOpen, onFile]);

  return isOver;
}

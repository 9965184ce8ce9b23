import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { Question } from "../../../ui/question.tsx";

/** Asks before a page is left that still uploads: in the page, or by the browser when the tab closes. */
export function UploadGuard({ isUploading }: { isUploading: boolean }) {
  const latest = useRef(isUploading);
  latest.current = isUploading;
  const { status, proceed, reset } = useBlocker({
    // A page that only corrects its own address isn't left.
    shouldBlockFn: useCallback(
      ({ current, next }) => latest.current && current.pathname !== next.pathname,
      [],
    ),
    enableBeforeUnload: useCallback(() => latest.current, []),
    withResolver: true,
  });
  return (
    <Question
      opened={status === "blocked"}
      title="Files are being uploaded"
      confirm="Leave and stop"
      cancel="Stay"
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      <p>Files that aren't uploaded yet won't be attached. Leave anyway?</p>
    </Question>
  );
}

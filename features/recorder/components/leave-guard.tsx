import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { Question } from "../../../ui/question.tsx";
import type { RecorderView } from "./meeting-recorder.ts";

/** Asks before the page of a running or unsaved recording is left: in the page, or by the browser when the tab closes. */
export function LeaveGuard({ view }: { view: RecorderView }) {
  const isBusy = view.state.name === "recording" || view.state.name === "stopped";
  const latest = useRef(isBusy);
  latest.current = isBusy;
  const { status, proceed, reset } = useBlocker({
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
      title="This recording is not kept yet"
      confirm="Leave"
      cancel="Stay"
      destructive={view.isUnguarded}
      onConfirm={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      <p>
        {view.state.name === "recording" && "Recording stops when you leave this page. "}
        {view.isUnguarded
          ? "This browser has no room for it: it will be lost."
          : "It waits here for you to keep or discard it later."}
      </p>
    </Question>
  );
}

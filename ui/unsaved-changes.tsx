import { useBlocker } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { Question } from "./question.tsx";

type UnsavedQuestionProps = { opened: boolean; onStay: () => void; onLeave: () => void };

/** Asks before something typed and not saved is left behind. */
export function UnsavedQuestion({ opened, onStay, onLeave }: UnsavedQuestionProps) {
  return (
    <Question
      opened={opened}
      title="Unsaved changes"
      confirm="Leave without saving"
      cancel="Keep editing"
      onCancel={onStay}
      onConfirm={onLeave}
    >
      <p>You have unsaved changes. Leave without saving?</p>
    </Question>
  );
}

type UnsavedGuardProps = {
  /** Asked at the moment of leaving. */
  isDirty: () => boolean;
  /** The person leaves without saving. */
  onLeave: () => void;
};

/**
 * Keeps a page from being left while it `isDirty`: asks in the page on the way to another one, and lets the
 * browser ask before the tab closes or loads anew.
 */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const latest = useRef(isDirty);
  latest.current = isDirty;
  const { status, proceed, reset } = useBlocker({
    // A page that only corrects its own address isn't left.
    shouldBlockFn: useCallback(
      ({ current, next, action }) =>
        latest.current() && !(action === "REPLACE" && current.routeId === next.routeId),
      [],
    ),
    enableBeforeUnload: useCallback(() => latest.current(), []),
    withResolver: true,
  });

  function leave() {
    onLeave();
    proceed?.();
  }

  return <UnsavedQuestion opened={status === "blocked"} onStay={() => reset?.()} onLeave={leave} />;
}

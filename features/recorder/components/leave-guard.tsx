import { Question } from "../../../ui/question.tsx";
import { useLeaveQuestion } from "../../../ui/use-leave-question.ts";
import type { RecorderView } from "../client/meeting-recorder.ts";

/**
 * Asks before leaving the page of a running or unsaved recording: in the app, or by the browser when the tab closes.
 */
export function LeaveGuard({ view }: { view: RecorderView }) {
  const isBusy = view.state.name === "recording" || view.state.name === "stopped";
  const { isQuestionOpen, leave, stay } = useLeaveQuestion(
    // A page that only replaces its own address isn't left.
    ({ isSamePath }) => isBusy && !isSamePath,
    () => isBusy,
  );
  return (
    <Question
      opened={isQuestionOpen}
      title="This recording is not kept yet"
      confirm="Leave"
      cancel="Stay"
      destructive={view.isOnlyInMemory}
      onConfirm={leave}
      onCancel={stay}
    >
      <p>
        {view.state.name === "recording" && "Recording stops when you leave this page. "}
        {view.isOnlyInMemory
          ? "This browser has no room for it: it will be lost."
          : "It waits here for you to keep or discard it later."}
      </p>
    </Question>
  );
}

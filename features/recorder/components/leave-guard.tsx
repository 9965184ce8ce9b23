import { t } from "../../../lib/words/t.ts";
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
      title={t("recorder.leaveTitle")}
      confirm={t("recorder.leave")}
      cancel={t("recorder.stay")}
      destructive={view.isOnlyInMemory}
      onConfirm={leave}
      onCancel={stay}
    >
      <p>
        {t("recorder.leaveText", {
          isRecording: String(view.state.name === "recording"),
          isOnlyInMemory: String(view.isOnlyInMemory),
        })}
      </p>
    </Question>
  );
}

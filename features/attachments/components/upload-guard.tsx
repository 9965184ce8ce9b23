import { Question } from "../../../ui/question.tsx";
import { useLeaveQuestion } from "../../../ui/use-leave-question.ts";

/** Asks before leaving a page with running uploads: in the app, or by the browser when the tab closes. */
export function UploadGuard({ isUploading, text }: { isUploading: boolean; text: string }) {
  const { isQuestionOpen, leave, stay } = useLeaveQuestion(
    // A page that only replaces its own address isn't left.
    ({ isSamePath }) => isUploading && !isSamePath,
    () => isUploading,
  );
  return (
    <Question
      opened={isQuestionOpen}
      title="Files are being uploaded"
      confirm="Leave"
      cancel="Stay"
      onConfirm={leave}
      onCancel={stay}
    >
      <p>{text}</p>
    </Question>
  );
}

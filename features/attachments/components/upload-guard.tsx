import { Question } from "../../../ui/question.tsx";
import { useLeaveQuestion } from "../../../ui/use-leave-question.ts";

/** Asks before a page is left that still uploads: in the page, or by the browser when the tab closes. */
export function UploadGuard({ isUploading }: { isUploading: boolean }) {
  const { isAsked, leave, stay } = useLeaveQuestion(
    // A page that only corrects its own address isn't left.
    ({ isSamePath }) => isUploading && !isSamePath,
    () => isUploading,
  );
  return (
    <Question
      opened={isAsked}
      title="Files are being uploaded"
      confirm="Leave and stop"
      cancel="Stay"
      onConfirm={leave}
      onCancel={stay}
    >
      <p>Files that aren't uploaded yet won't be attached. Leave anyway?</p>
    </Question>
  );
}

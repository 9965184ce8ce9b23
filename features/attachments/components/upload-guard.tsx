import { t } from "../../../lib/words/t.ts";
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
      title={t("files.leaveTitle")}
      confirm={t("files.leave")}
      cancel={t("files.stay")}
      onConfirm={leave}
      onCancel={stay}
    >
      <p>{text}</p>
    </Question>
  );
}

import { t } from "../lib/words/t.ts";
import { Question } from "./question.tsx";
import { useLeaveQuestion } from "./use-leave-question.ts";

type UnsavedQuestionProps = { opened: boolean; onStay: () => void; onLeave: () => void };

/** Asks before leaving unsaved input. */
export function UnsavedQuestion({ opened, onStay, onLeave }: UnsavedQuestionProps) {
  return (
    <Question
      opened={opened}
      title={t("ui.unsaved")}
      confirm={t("ui.leave")}
      cancel={t("ui.keepEditing")}
      onCancel={onStay}
      onConfirm={onLeave}
    >
      <p>{t("ui.unsavedText")}</p>
    </Question>
  );
}

type UnsavedGuardProps = {
  /** Called at the moment of leaving. */
  isDirty: () => boolean;
  /** The person leaves without saving. */
  onLeave: () => void;
};

/**
 * Keeps a page from being left while it `isDirty`: shows a question before navigating to another page, and the
 * browser's own before the tab closes or reloads.
 */
export function UnsavedGuard({ isDirty, onLeave }: UnsavedGuardProps) {
  const { isQuestionOpen, leave, stay } = useLeaveQuestion(
    // A page that only corrects its own address isn't left.
    ({ isSameRoute, isReplacement }) => isDirty() && !(isReplacement && isSameRoute),
    isDirty,
  );
  const discardAndLeave = () => {
    onLeave();
    leave();
  };
  return <UnsavedQuestion opened={isQuestionOpen} onStay={stay} onLeave={discardAndLeave} />;
}

import { useMutation } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess, notifyVisibleFailure } from "../../../ui/notify.ts";

/** How long the deleted program stays visible, so that the user notices the deletion (care-core 9). */
const LEAVE_AFTER_MS = 300;

/**
 * Deletes a notebook's program with its tasks, then calls `onGone`. `isDeleting` stays true after the deletion: the
 * page has lost its content and is about to be left.
 */
export function useDeleteProgram(diaryProgramId: string, onGone: () => void) {
  const remove = useMutation(api.programs.deleteDiaryProgram);
  const [isDeleting, setIsDeleting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leave = useRef(onGone);
  leave.current = onGone;

  // Doesn't navigate when the person has left in the meantime.
  useEffect(() => () => clearTimeout(timer.current), []);

  const deleteIt = useCallback(async () => {
    setIsDeleting(true);
    try {
      await remove({ diaryProgramId });
      notifySuccess(t("program.deleted"));
      timer.current = setTimeout(() => leave.current(), LEAVE_AFTER_MS);
    } catch (error) {
      console.error("deleting a program failed", error);
      const reason = getErrorMessage(error, t("program.unknownError"));
      notifyVisibleFailure(t("program.notDeleted", { reason }));
      setIsDeleting(false);
    }
  }, [remove, diaryProgramId]);

  return { isDeleting, deleteIt };
}

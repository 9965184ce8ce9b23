import { useMutation } from "convex/react";
import { useState } from "react";
import { type ActivatedProgram, api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess, notifyVisibleFailure } from "../../../ui/notify.ts";

/** The mutations of an activated program except its deletion. Each shows its result; none throws (care-core 8). */
export function useProgramChanges({ _id: diaryProgramId }: Pick<ActivatedProgram, "_id">) {
  const cancel = useMutation(api.programs.cancelOverdueProgramTasks);
  const pauseIt = useMutation(api.programs.pauseDiaryProgram);
  const resumeIt = useMutation(api.programs.resumeDiaryProgram);
  const [isBusy, setIsBusy] = useState(false);

  async function withNotifications(change: () => Promise<string>, failed: (reason: string) => string) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      notifySuccess(await change());
    } catch (error) {
      console.error("changing a program failed", error);
      notifyVisibleFailure(failed(getErrorMessage(error, t("managing.unknownError"))));
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    cancelOverdue: () =>
      withNotifications(
        async () => {
          const { cancelledCount } = await cancel({ diaryProgramId });
          return t("managing.cancelled", { count: cancelledCount });
        },
        (reason) => t("managing.notCancelled", { reason }),
      ),
    pause: (until: number | undefined) =>
      withNotifications(
        async () => {
          await pauseIt({ diaryProgramId, until });
          return t("managing.paused");
        },
        (reason) => t("managing.notPaused", { reason }),
      ),
    resume: () =>
      withNotifications(
        async () => {
          await resumeIt({ diaryProgramId });
          return t("managing.resumed");
        },
        (reason) => t("managing.notResumed", { reason }),
      ),
  };
}

import { useMutation } from "convex/react";
import { useState } from "react";
import { type ActivatedProgram, api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { notifyDone, notifyFailedBriefly } from "../../../ui/notify.ts";

/** The mutations of an activated program except its deletion. Each shows its result; none throws (care-core 8). */
export function useProgramChanges({ _id: diaryProgramId }: Pick<ActivatedProgram, "_id">) {
  const cancel = useMutation(api.programs.cancelOverdueProgramTasks);
  const pauseIt = useMutation(api.programs.pauseDiaryProgram);
  const resumeIt = useMutation(api.programs.resumeDiaryProgram);
  const [isBusy, setIsBusy] = useState(false);

  async function reported(change: () => Promise<string>, failed: string) {
    if (isBusy) return;
    setIsBusy(true);
    try {
      notifyDone(await change());
    } catch (error) {
      console.error(failed, error);
      notifyFailedBriefly(`${failed} ${errorMessage(error, "Unknown error")}`);
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    cancelOverdue: () =>
      reported(async () => {
        const { cancelledCount } = await cancel({ diaryProgramId });
        return `Cancelled ${cancelledCount} overdue task(s).`;
      }, "Failed to cancel overdue tasks:"),
    pause: (until: number | undefined) =>
      reported(async () => {
        await pauseIt({ diaryProgramId, until });
        return "The program is paused.";
      }, "Failed to pause program:"),
    resume: () =>
      reported(async () => {
        await resumeIt({ diaryProgramId });
        return "The program goes on.";
      }, "Failed to resume program:"),
  };
}

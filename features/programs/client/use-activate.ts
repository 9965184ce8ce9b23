import { useMutation } from "convex/react";
import { useCallback, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";

type Activation = (typeof api.programs.activateProgram)["_args"];

/** Activates a program; repeated calls while one is running do nothing. Shows why when it fails (care-core 8). */
export function useActivate(onActivated: (diaryProgramId: string, taskCount: number) => void) {
  const activateProgram = useMutation(api.programs.activateProgram);
  const [isActivating, setIsActivating] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function activate(activation: Activation, onDone: () => void) {
    if (isActivating) return;
    setIsActivating(true);
    setFailure(null);
    try {
      const { diaryProgramId, taskCount } = await activateProgram(activation);
      onDone();
      onActivated(diaryProgramId, taskCount);
    } catch (error) {
      console.error("activating a program failed", error);
      setFailure(t("activation.failed", { reason: getErrorMessage(error, t("activation.tryAgain")) }));
      setIsActivating(false);
    }
  }

  return {
    activate,
    isActivating,
    failure,
    forgetFailure: useCallback(() => setFailure(null), []),
  };
}

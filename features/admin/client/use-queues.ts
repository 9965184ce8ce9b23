import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";

const EVERY_MS = 10_000;

export type Queues = FunctionReturnType<typeof api.admin.getQueues>;

/**
 * The state of the queues, read again every ten seconds while the page is in sight. `problem` is the error of the
 * newest reading in words; the figures before it stay.
 */
export function useQueues() {
  const read = useAction(api.admin.getQueues);
  const [queues, setQueues] = useState<Queues | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isReading = useRef(false);

  const refresh = useCallback(async () => {
    // A server that is slow gets no second question meanwhile.
    if (isReading.current) return;
    isReading.current = true;
    try {
      setQueues(await read({}));
      setProblem(null);
    } catch (error) {
      setProblem(getErrorMessage(error, t("adminqueues.notRead")));
    } finally {
      isReading.current = false;
    }
  }, [read]);

  useEffect(() => {
    const refreshInSight = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    refreshInSight();
    const timer = setInterval(refreshInSight, EVERY_MS);
    document.addEventListener("visibilitychange", refreshInSight);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refreshInSight);
    };
  }, [refresh]);

  return { queues, problem };
}

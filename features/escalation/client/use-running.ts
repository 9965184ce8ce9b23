import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

export type Running = (typeof api.escalation.listRunning)["_returnType"][number];

/** What nobody has answered yet in the reader's notebooks, by task, or by plan and planned dose: one query a screen. Live. */
export function useRunning(): (subjectId: string, slot?: string | null) => Running | undefined {
  const runs = useLiveQuery(api.escalation.listRunning, {});
  return useMemo(() => {
    const byKey = new Map(runs?.map((run) => [toKey(run.subjectId, run.slot), run]));
    return (subjectId, slot = null) => byKey.get(toKey(subjectId, slot));
  }, [runs]);
}

const toKey = (subjectId: string, slot: string | null) => `${subjectId} ${slot ?? ""}`;

import { useConvex, useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { EscalatedKind, EscalationSetup } from "../rules.ts";

/** A notebook's escalation setup; undefined while it loads. Null for a notebook skips the query. */
export const useEscalation = (notebook: Notebook | null) =>
  useLiveQuery(api.escalation.getEscalation, notebook && { diaryId: notebook._id });

export type Escalation = NonNullable<ReturnType<typeof useEscalation>>;
export type EscalationPlan = Escalation["plans"][number];

/** Changes it; each rejects with the server's sentence when it is refused. */
export function useEscalationWrites({ _id: diaryId }: Notebook) {
  const convex = useConvex();
  const set = useMutation(api.escalation.setEscalation);
  const setBreaksQuiet = useMutation(api.escalation.setBreaksQuiet);
  const toArgs = ({ people, ...rest }: EscalationSetup) => ({ ...rest, people: [...people] });
  return {
    /** Whether the setup notifies members at night. */
    isAtNight: async (kind: EscalatedKind, setup: EscalationSetup) =>
      (await convex.query(api.escalation.isAtNight, { diaryId, kind, setup: toArgs(setup) })).atNight,
    set: (kind: EscalatedKind, version: number, setup: EscalationSetup | null) =>
      set({ diaryId, kind, version, setup: setup && toArgs(setup) }),
    setBreaksQuiet: (breaksQuiet: boolean) => setBreaksQuiet({ diaryId, breaksQuiet }),
  };
}

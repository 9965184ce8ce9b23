import { useConvex, useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { PauseKind } from "../rules/pauses.ts";

/** The pauses of a notebook, those without an end first; undefined while they load. */
export const usePauses = ({ _id: diaryId }: Notebook) => useLiveQuery(api.pauses.listPauses, { diaryId });

export type Pause = NonNullable<ReturnType<typeof usePauses>>[number];

type NewPause = { kind: PauseKind; planIds: string[] | null; fromAt: number; untilAt: number | null };

/** Starts, changes and ends pauses; each rejects with the server's sentence when it is refused. */
export function usePauseWrites({ _id: diaryId }: Notebook) {
  const convex = useConvex();
  const start = useMutation(api.pauses.startPause);
  const change = useMutation(api.pauses.changePause);
  const end = useMutation(api.pauses.endPause);
  return {
    start: (pause: NewPause) => start({ diaryId, ...pause }),
    change: ({ _id: pauseId, revision }: Pause, times: { fromAt: number; untilAt: number | null }) =>
      change({ pauseId, revision, ...times }),
    end: ({ _id: pauseId, revision }: Pause) => end({ pauseId, revision }),
    /** Goes on with a pause that was just ended: another one from the moment of its end on, by the server's clock. */
    async goOn({ _id, kind, planIds, from, until }: Pause) {
      const pauses = await convex.query(api.pauses.listPauses, { diaryId });
      const endedAt = pauses.find((each) => each._id === _id)?.until;
      const chosen = planIds && [...planIds];
      await start({ diaryId, kind, planIds: chosen, fromAt: endedAt ?? from, untilAt: until });
    },
  };
}

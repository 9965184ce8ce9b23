import { api } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { composeHandover } from "../rules/compose.ts";
import type { HandoverPage } from "../rules/page.ts";
import type { Handover } from "../schema.ts";

/**
 * The handover since the `since` parameter of the URL, or since the reader's marker without one. Live; undefined while
 * it loads.
 */
export const useHandover = (diaryId: string, since: number | undefined): Handover | undefined =>
  useSteadyQuery(
    api.handover.getHandover,
    { diaryId, at: useQuarterHour(), ...(since !== undefined && { since }) },
    diaryId,
  );

/** What happened in a span; undefined while it loads. */
export const useShift = (diaryId: string, span: { fromTime: number; untilTime: number }) =>
  useSteadyQuery(
    api.handover.getShift,
    { diaryId, ...span, at: useQuarterHour() },
    `${diaryId} ${span.fromTime} ${span.untilTime}`,
  );

/** Up to when each member has read, as far as the reader sees that. */
export const useReceipts = (diaryId: string) => useLiveQuery(api.handover.listReceipts, { diaryId });

/** The page in words, at the reader's moment. */
export function useComposed(handover: Handover): HandoverPage {
  const now = useMinute();
  return composeHandover(handover, { now, timeZone: handover.timeZone });
}

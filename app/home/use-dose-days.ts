import { useQueries } from "convex/react";
import { useMemo, useRef } from "react";
import type { Pause } from "../../features/doses/client/use-pauses.ts";
import type { PlanStock } from "../../features/doses/client/use-stock.ts";
import { api, type DoseDays, type NotebookSummary } from "../../lib/api.ts";
import { addDays, toDayInZone } from "../../lib/dates/zone-day.ts";
import { useMinute } from "../../ui/use-now.ts";

/** How many notebooks have their doses on home; a household has one or two. */
const MOST = 4;

/** The doses of a notebook on home. */
export type NotebookDoses = {
  notebook: NotebookSummary;
  days: DoseDays;
  pauses: readonly Pause[];
  stocks: readonly PlanStock[];
};

/**
 * The doses of today and yesterday in the reader's newest notebooks, with pauses and stock; undefined while they first
 * load. Notebooks without plans or that can't be read now are left out.
 */
export function useDoseDays(notebooks: readonly NotebookSummary[] | undefined): NotebookDoses[] | undefined {
  const now = useMinute();
  const read = notebooks?.filter(({ isArchived }) => !isArchived).slice(0, MOST);
  const key = JSON.stringify(read?.map(({ _id, timeZone }) => [_id, toDayInZone(now, timeZone)]) ?? null);
  const queries = useMemo(() => {
    const parts: [string, string][] = JSON.parse(key) ?? [];
    return Object.fromEntries(
      parts.flatMap(([diaryId, today]) => [
        [
          `${diaryId} days`,
          { query: api.doses.listDoses, args: { diaryId, fromDay: addDays(today, -1), toDay: today } },
        ],
        [`${diaryId} pauses`, { query: api.pauses.listPauses, args: { diaryId } }],
        [`${diaryId} stocks`, { query: api.stock.listStock, args: { diaryId } }],
      ]),
    );
  }, [key]);
  const found = findDoses(read, useQueries(queries));
  // At midnight, or with a new notebook, the former days stay until the next ones are there.
  const last = useRef(found);
  if (found) last.current = found;
  return last.current;
}

/** What the queries found; undefined while one loads. */
function findDoses(
  read: readonly NotebookSummary[] | undefined,
  results: ReturnType<typeof useQueries>,
): NotebookDoses[] | undefined {
  const found: NotebookDoses[] = [];
  for (const notebook of read ?? []) {
    const parts = ["days", "pauses", "stocks"].map((part) => results[`${notebook._id} ${part}`]);
    if (parts.some((part) => part === undefined)) return undefined;
    if (parts.some((part) => part instanceof Error)) continue;
    const [days, pauses, stocks] = parts as [DoseDays, Pause[], PlanStock[]];
    if (days.plans.length > 0) found.push({ notebook, days, pauses, stocks });
  }
  return read && found;
}

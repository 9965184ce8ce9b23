import { addDays, getWeekday } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import type { SheetRow } from "./month.ts";
import { nameReason, readReason } from "./reasons.ts";
import { NOT_GIVEN_REASONS, type NotGivenReason, type SlotState } from "./slot-states.ts";

/** Counts of planned doses, without a score. `due` are all given, not given and not recorded ones. */
export type DoseCounts = {
  due: number;
  given: number;
  /** Doses not given, by reason; without reasons that don't occur. */
  notGiven: Partial<Record<NotGivenReason, number>>;
  notRecorded: number;
  /** Due now or late, and still to be recorded. */
  open: number;
  paused: number;
};

export type WeekCounts = { firstDay: string; lastDay: string; counts: DoseCounts };

export type PlanCounts = { planId: string; total: DoseCounts; weeks: WeekCounts[] };

/** No planned doses at all. */
export const createCounts = (): DoseCounts => ({
  due: 0,
  given: 0,
  notGiven: {},
  notRecorded: 0,
  open: 0,
  paused: 0,
});

/** Adds a planned dose in this state to counts; `reason` is why it wasn't given. */
export function addToCounts(counts: DoseCounts, state: SlotState, reason: string | null): void {
  switch (state) {
    case "given":
      counts.due++;
      counts.given++;
      return;
    case "not_given": {
      const known = readReason(reason);
      counts.due++;
      counts.notGiven[known] = (counts.notGiven[known] ?? 0) + 1;
      return;
    }
    case "not_recorded":
      counts.due++;
      counts.notRecorded++;
      return;
    case "due":
    case "late":
    case "claimed":
      counts.open++;
      return;
    case "paused":
      counts.paused++;
      return;
    case "coming":
  }
}

/** The counts of each plan with planned doses, whole and by weeks from Monday to Sunday that lie within the days. */
export function countDoses(
  rows: readonly SheetRow[],
  { from, to }: { from: string; to: string },
): PlanCounts[] {
  return [...Map.groupBy(rows, ({ planId }) => planId)].map(([planId, own]) => {
    const total = createCounts();
    const weeks = new Map<string, DoseCounts>();
    for (const { cells } of own)
      for (const [day, { state, dose }] of cells) {
        const monday = addDays(day, -getWeekday(day));
        const week = weeks.get(monday) ?? createCounts();
        weeks.set(monday, week);
        for (const counts of [total, week]) addToCounts(counts, state, dose?.reason ?? null);
      }
    return {
      planId,
      total,
      weeks: [...weeks]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([monday, counts]) => {
          const sunday = addDays(monday, 6);
          return { firstDay: monday < from ? from : monday, lastDay: sunday > to ? to : sunday, counts };
        }),
    };
  });
}

/** Counts in words: "given 52 of 56 due, 3 refused, 1 not recorded". */
export function countWords({ due, given, notGiven, notRecorded, open, paused }: DoseCounts): string {
  return joinParts("schedule.comma", [
    due === 0 ? t("dosecounts.nothingDue") : t("dosecounts.given", { given, due }),
    ...NOT_GIVEN_REASONS.flatMap((reason) => {
      const count = notGiven[reason];
      return count ? [t("dosecounts.notGiven", { count, reason: nameReason(reason) })] : [];
    }),
    ...(notRecorded > 0 ? [t("dosecounts.notRecorded", { count: notRecorded })] : []),
    ...(open > 0 ? [t("dosecounts.open", { count: open })] : []),
    ...(paused > 0 ? [t("dosecounts.paused", { count: paused })] : []),
  ]);
}

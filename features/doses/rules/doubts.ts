import { MINUTE } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { isScheduled, listAmounts, type Schedule } from "../../plans/rules/schedule.ts";
import { CLOCK_TOLERANCE_MS } from "./limits.ts";
import { getSlotEnd } from "./slot-states.ts";

/**
 * Why a dose doesn't fit its plan, independent of earlier doses. The giver is asked, and a dose that is recorded all
 * the same is up for review; recording what has happened is never refused.
 */
export const DOUBTS = ["notBegun", "ended", "paused", "notDue", "early", "late", "farAmount"] as const;
export type Doubt = (typeof DOUBTS)[number];

/** An amount is far from the plan when it is more than this many times the largest planned one. */
const MOST_TIMES = 1.5;
/** And when it is less than this part of the smallest planned one; half of a tablet is usual. */
const LEAST_PART = 0.5;

/** The plan's facts about a dose; times are epoch ms. */
type PlannedFacts = {
  /** The version that holds for it. */
  schedule: Schedule;
  firstDay: string;
  lastDay: string | null;
  timeZone: string;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  /** When the plan was ended. */
  endedAt: number | null;
  /** The planned dose of the slot; null for an unplanned one. Its amount is null when it isn't computed any more. */
  slot: { dueAt: number; amount: number | null } | null;
  /** Whether a pause covers the planned time. */
  isPaused: boolean;
};

/** Why a dose of so much at a moment doesn't fit its plan. */
export function findDoubts(
  facts: PlannedFacts,
  { givenAt, amount }: { givenAt: number; amount: number },
): Doubt[] {
  const { schedule, slot, firstDay, lastDay, timeZone, endedAt } = facts;
  const day = toDayInZone(givenAt, timeZone);
  const isOver = endedAt !== null && givenAt > endedAt + CLOCK_TOLERANCE_MS;
  const found: [Doubt, boolean][] = slot
    ? [
        ["ended", isOver],
        ["paused", facts.isPaused],
        ["early", givenAt < slot.dueAt - facts.lateAfterMinutes * MINUTE - CLOCK_TOLERANCE_MS],
        // So many hours after the last one: it is due until it is given.
        [
          "late",
          schedule.kind !== "afterLast" &&
            givenAt > getSlotEnd({ ...facts, dueAt: slot.dueAt }) + CLOCK_TOLERANCE_MS,
        ],
      ]
    : [
        ["notBegun", day < firstDay],
        ["ended", isOver || (lastDay !== null && day > lastDay)],
        ["notDue", isScheduled(schedule)],
      ];
  return [
    ...found.flatMap(([doubt, holds]) => (holds ? [doubt] : [])),
    ...checkAmountDistance(facts, amount),
  ];
}

function checkAmountDistance({ schedule, slot }: PlannedFacts, amount: number): Doubt[] {
  const planned = slot?.amount == null ? listAmounts(schedule) : [slot.amount];
  if (planned.length === 0) return [];
  const isFar = amount > Math.max(...planned) * MOST_TIMES || amount < Math.min(...planned) * LEAST_PART;
  return isFar ? ["farAmount"] : [];
}

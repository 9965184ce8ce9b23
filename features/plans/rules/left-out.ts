import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { addDays, getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { listPlannedSlots, type PlanVersion, type Slot } from "./slots.ts";
import { listVersionsHeldFrom } from "./versions.ts";

/** How far ahead two versions are compared: plans once a month have two doses within. */
const COMPARED_DAYS = 70;

/** A planned dose that a change leaves out; epoch ms. */
export type LeftOut = Pick<Slot, "dueAt" | "amount">;

/**
 * The planned doses of a plan that a change leaves without a successor, in order: those before the first dose of `next`
 * and those after its last day, where `next` has none nearer than half of their distance from each other. A rarer
 * rhythm in between is intended. `versions` are all of the plan until then, in their order.
 */
export function findDosesLeftOut(versions: readonly PlanVersion[], next: PlanVersion): LeftOut[] {
  const begin = next.effectiveFrom;
  const former = listFormerDoses(versions, begin);
  const first = former[0];
  if (!first) return [];
  const { firstAt, endsAt, times } = getCovered(next, former.at(-1)!.dueAt + DAY);
  const hasSuccessor = (dueAt: number, within: number) =>
    times.some((time) => Math.abs(time - dueAt) < within);
  return former.filter(({ dueAt }, index) => {
    if (dueAt >= firstAt && dueAt < endsAt) return false;
    const distances = [former[index - 1], former[index + 1]].flatMap((other) =>
      other ? Math.abs(other.dueAt - dueAt) : [],
    );
    return !hasSuccessor(dueAt, (distances.length === 0 ? DAY : Math.min(...distances)) / 2);
  });
}

/** The doses that the versions plan from a moment on as if nothing changed. */
function listFormerDoses(versions: readonly PlanVersion[], begin: number): LeftOut[] {
  const chain = listVersionsHeldFrom(versions, begin);
  const [present] = chain;
  if (!present) return [];
  const span = toDaySpan(begin, begin + COMPARED_DAYS * DAY, present.timeZone);
  const byClock = listPlannedSlots(chain, span, null).filter(({ dueAt }) => dueAt >= begin);
  const byHours = chain.flatMap(({ schedule, effectiveFrom, lastDay, timeZone }, index): LeftOut[] => {
    if (schedule.kind !== "afterLast") return [];
    const { hours, amount } = schedule;
    const until = Math.min(
      chain[index + 1]?.effectiveFrom ?? Number.POSITIVE_INFINITY,
      lastDay === null ? Number.POSITIVE_INFINITY : getDayStart(addDays(lastDay, 1), timeZone),
      begin + COMPARED_DAYS * DAY,
    );
    const from = Math.max(begin, effectiveFrom);
    const count = Math.max(0, Math.ceil((until - from) / (hours * HOUR)) - 1);
    return Array.from({ length: count }, (_, each) => ({ dueAt: from + (each + 1) * hours * HOUR, amount }));
  });
  return [...byClock, ...byHours].sort((a, b) => a.dueAt - b.dueAt);
}

type Covered = {
  /** The span in which the version plans doses; empty for a version without any. */
  firstAt: number;
  endsAt: number;
  times: readonly number[];
};

function getCovered(next: PlanVersion, until: number): Covered {
  const { schedule, firstDay, lastDay, timeZone, effectiveFrom } = next;
  const ends = [lastDay, schedule.kind === "steps" ? schedule.steps.at(-1)!.until : null];
  const endsAt = Math.min(
    ...ends.map((day) => (day === null ? Number.POSITIVE_INFINITY : getDayStart(addDays(day, 1), timeZone))),
  );
  if (schedule.kind === "afterLast")
    return { firstAt: Math.max(effectiveFrom, getDayStart(firstDay, timeZone)), endsAt, times: [] };
  const times = listPlannedSlots([next], toDaySpan(effectiveFrom, until, timeZone), null).map(
    ({ dueAt }) => dueAt,
  );
  return { firstAt: times[0] ?? Number.POSITIVE_INFINITY, endsAt, times };
}

/** Local days with one on each side: the days of two zones don't begin together. */
const toDaySpan = (from: number, until: number, timeZone: string) => ({
  from: addDays(toDayInZone(from, timeZone), -1),
  to: addDays(toDayInZone(until, timeZone), 1),
});

import { HOUR } from "../../../lib/time.ts";
import { addDays, dayInZone } from "../../../lib/zone-day.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import { type PlanVersion, plannedSlots } from "../../plans/rules/slots.ts";
import { MAX_SUPPLY_DAYS, type Supply } from "../rules.ts";

/** So many days are planned at a time: even an hourly plan has fewer slots in them than are computed at once. */
const STEP_DAYS = 30;

/**
 * `versions` are those that are valid from then on, oldest first. How long an amount lasts at the planned amounts, beginning with the first planned dose after `since` (epoch ms), which
 * is the newest count or the last given dose. It doesn't depend on the present moment, so that results stay true without
 * being computed again. Null for plans without planned times.
 */
export function supplyOf(versions: readonly PlanVersion[], amount: number, since: number): Supply | null {
  const version = versions.at(-1)!;
  const { schedule } = version;
  if (schedule.kind === "afterLast") {
    const doses = Math.max(0, Math.floor(thousandths(amount) / thousandths(schedule.amount)));
    return { kind: "until", at: since + (doses + 1) * schedule.hours * HOUR };
  }
  if (!isScheduled(schedule)) return null;
  const today = dayInZone(since, version.timeZone);
  let left = thousandths(amount);
  // A day before: the days of two zones don't begin together.
  for (let day = -1; day < MAX_SUPPLY_DAYS; day += STEP_DAYS) {
    const from = addDays(today, day);
    if (version.lastDay !== null && from > version.lastDay) return { kind: "toEnd" };
    const span = { from, to: addDays(from, STEP_DAYS - 1) };
    for (const { dueAt, amount: planned } of plannedSlots(versions, span, null)) {
      if (dueAt <= since) continue;
      left -= thousandths(planned);
      if (left < 0) return { kind: "until", at: dueAt };
    }
  }
  return { kind: "long" };
}

/** Amounts have three decimals: whole numbers of thousandths add up without rounding. */
const thousandths = (amount: number): number => Math.round(amount * 1000);

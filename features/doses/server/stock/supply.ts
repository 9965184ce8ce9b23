import { HOUR } from "../../../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { isScheduled } from "../../../plans/rules/schedule.ts";
import { listPlannedSlots, type PlanVersion } from "../../../plans/rules/slots.ts";
import { listVersionsHeldFrom } from "../../../plans/rules/versions.ts";
import { MAX_SUPPLY_DAYS, type Supply } from "../../rules/stock.ts";

/** So many days are planned at a time: even an hourly plan has fewer slots in them than are computed at once. */
const STEP_DAYS = 30;

/**
 * How long an amount lasts at the planned amounts, beginning with the first planned dose after `since` (epoch ms), which
 * is the newest count or the last given dose. `versions` are those that are valid from then on, oldest first. It doesn't
 * depend on the present moment, so that results stay true without being computed again. Null where the last of them has
 * no planned times.
 */
export function computeSupply(
  versions: readonly PlanVersion[],
  amount: number,
  since: number,
): Supply | null {
  const chain = listVersionsHeldFrom(versions, since);
  let left = toThousandths(amount);
  for (const [index, version] of chain.entries()) {
    const from = index === 0 ? since : version.effectiveFrom;
    const until = chain[index + 1]?.effectiveFrom ?? null;
    if (version.schedule.kind === "afterLast") {
      const { hours, amount: each } = version.schedule;
      const covered = Math.max(0, Math.floor(left / toThousandths(each)));
      const at = from + (covered + 1) * hours * HOUR;
      if (until === null || at < until) return { kind: "until", at };
      left -= toThousandths(each) * (Math.ceil((until - from) / (hours * HOUR)) - 1);
    } else if (isScheduled(version.schedule)) {
      const used = countDown(chain, { from: index === 0 ? since : from - 1, until, left, since });
      if ("supply" in used) return used.supply;
      left = used.left;
    }
  }
  return isScheduled(chain.at(-1)!.schedule) ? { kind: "long" } : null;
}

type Stretch = { from: number; until: number | null; left: number; since: number };

/** The amount left after the doses of a stretch of time (without its beginning), or how long the amount lasts in it. */
function countDown(
  versions: readonly PlanVersion[],
  { from, until, left: before, since }: Stretch,
): { left: number } | { supply: Supply } {
  const last = versions.at(-1)!;
  const begin = toDayInZone(from, last.timeZone);
  const end = until === null ? null : toDayInZone(until, last.timeZone);
  const most = toDayInZone(since, last.timeZone);
  let left = before;
  // A day before: the days of two zones don't begin together.
  for (let day = -1; day < MAX_SUPPLY_DAYS; day += STEP_DAYS) {
    const first = addDays(begin, day);
    if (end !== null && first > addDays(end, 1)) return { left };
    if (first > addDays(most, MAX_SUPPLY_DAYS)) return { supply: { kind: "long" } };
    if (end === null && last.lastDay !== null && first > last.lastDay) return { supply: { kind: "toEnd" } };
    const span = { from: first, to: addDays(first, STEP_DAYS - 1) };
    for (const { dueAt, amount: planned } of listPlannedSlots(versions, span, null)) {
      if (dueAt <= from || dueAt >= (until ?? Number.POSITIVE_INFINITY)) continue;
      left -= toThousandths(planned);
      if (left < 0) return { supply: { kind: "until", at: dueAt } };
    }
  }
  return { supply: { kind: "long" } };
}

/** Amounts have three decimals: whole numbers of thousandths add up without rounding. */
const toThousandths = (amount: number): number => Math.round(amount * 1000);

import type { Dose, DoseDays, DosePlan } from "../../../lib/api.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { isScheduled } from "../../plans/rules/schedule.ts";
import { getValidPlan } from "../../plans/rules/versions.ts";
import { MAX_DAYS_DUE } from "../rules/limits.ts";
import { computeSlotState, mapBySlot, type SlotState } from "../rules/slot-states.ts";
import { listSameMedicine, type SameMedicine } from "./as-needed.ts";

/** A planned dose as a row of the page; times are epoch ms. */
export type PlannedDose = {
  plan: DosePlan;
  slot: string;
  dueAt: number;
  amount: number;
  /** The version of the plan under which it is due. */
  version: number;
  /** The schedule of its own version of the plan. */
  asPlanned: Pick<DosePlan["current"], "instructions" | "mealRelation" | "mealMinutes">;
  /** The newest recorded dose; null without an entry. */
  dose: Dose | null;
  state: SlotState;
  /** Whether it can still be given. */
  isOpen: boolean;
};

/** Doses that are due at one moment. */
export type DoseGroup = { dueAt: number; rows: PlannedDose[] };

/** A medicine that is given when it is needed. */
export type NeededDose = {
  plan: DosePlan;
  /** Newest first; what the limits compare with. */
  lately: readonly Dose[];
  /** The doses of the day, oldest first. */
  ofDay: readonly Dose[];
  /** The other plans of the same medicine. */
  same: readonly SameMedicine[];
};

export type Today = {
  /** Of the days before, and still open. */
  earlier: PlannedDose[];
  groups: DoseGroup[];
  asNeeded: NeededDose[];
  freeText: DosePlan[];
  /** Unplanned doses of plans with times, and further doses of one slot; oldest first. */
  extra: { plan: DosePlan; dose: Dose }[];
};

/** The rows of a day of the notebook's clock, `YYYY-MM-DD`, at a moment. */
export function computeToday(days: DoseDays, day: string, now: number): Today {
  const { timeZone, plans, doses, lately } = days;
  const order = new Map(plans.map((plan, index) => [plan._id, index]));
  const toDay = (at: number) => toDayInZone(at, timeZone);
  const rows = listPlannedRows(days, now);
  const ofDay = rows.filter(({ dueAt }) => toDay(dueAt) === day);
  const byTime = Map.groupBy(ofDay, ({ dueAt }) => dueAt);
  const isToday = day === toDay(now);
  const given = doses.filter(({ state, givenAt }) => state === "given" && toDay(givenAt!) === day);
  const running = plans.filter(({ endedAt }) => endedAt === null);
  const kinds = new Map(plans.map((plan) => [plan._id, plan.current.schedule.kind]));
  return {
    earlier: isToday
      ? rows.filter(
          ({ dueAt, isOpen, state }) =>
            isOpen && state !== "given" && state !== "paused" && toDay(dueAt) < day,
        )
      : [],
    groups: [...byTime]
      .map(([dueAt, ofTime]) => ({
        dueAt,
        rows: ofTime.sort((a, b) => order.get(a.plan._id)! - order.get(b.plan._id)!),
      }))
      .sort((a, b) => a.dueAt - b.dueAt),
    asNeeded: running
      .filter((plan) => plan.current.schedule.kind === "asNeeded" && !isLongOver(plan.current, day))
      .map((plan) => ({
        plan,
        lately: lately.find(({ planId }) => planId === plan._id)?.doses ?? [],
        ofDay: sortByGivenTime(given.filter((dose) => dose.planId === plan._id && dose.slot === null)),
        same: listSameMedicine(days, plan._id),
      })),
    freeText: running.filter((plan) => plan.current.schedule.kind === "freeText"),
    extra: sortByGivenTime(given)
      .filter(
        (dose) =>
          dose.extraOf !== null ||
          (dose.slot === null &&
            (kinds.get(dose.planId) !== "asNeeded" || !running.some(({ _id }) => _id === dose.planId))),
      )
      .flatMap((dose) => {
        const plan = plans.find(({ _id }) => _id === dose.planId);
        return plan ? [{ plan, dose }] : [];
      }),
  };
}

/** A course that ended some days ago isn't listed any more; a dose given shortly before can still be recorded. */
const isLongOver = ({ lastDay }: DosePlan["current"], day: string): boolean =>
  lastDay !== null && addDays(lastDay, MAX_DAYS_DUE) < day;

const sortByGivenTime = (doses: readonly Dose[]): Dose[] =>
  [...doses].sort((a, b) => a.givenAt! - b.givenAt!);

/** All loaded planned doses, each with its recorded dose. */
function listPlannedRows({ plans, slots, doses, pauses }: DoseDays, now: number): PlannedDose[] {
  const byId = new Map(plans.map((plan) => [plan._id, plan]));
  const recorded = mapBySlot(doses);
  const isComputed = new Set(slots.map(({ planId, slot }) => `${planId} ${slot}`));
  // A slot of hours after the last dose isn't computed any more once it was given.
  const former = [...recorded].flatMap(([key, dose]) => {
    const current = byId.get(dose.planId)?.current;
    return isComputed.has(key) || !current || dose.state === "released"
      ? []
      : [
          {
            ...current,
            // Of an earlier version nothing is known here.
            ...(dose.version !== current.version && {
              instructions: "",
              mealRelation: "none" as const,
              mealMinutes: null,
            }),
            planId: dose.planId,
            slot: dose.slot!,
            dueAt: dose.dueAt!,
            amount: dose.amount ?? 0,
            version: dose.version,
          },
        ];
  });
  return [...slots, ...former].flatMap(
    ({ planId, slot, dueAt, amount, version, lateAfterMinutes, lateUntilMinutes, ...ofVersion }) => {
      const plan = byId.get(planId);
      if (!plan) return [];
      const dose = recorded.get(`${planId} ${slot}`) ?? null;
      const { state, isOpen } = computeSlotState(
        { planId, dueAt, lateAfterMinutes, lateUntilMinutes, dose },
        pauses,
        now,
      );
      const { instructions, mealRelation, mealMinutes } = ofVersion;
      const asPlanned = { instructions, mealRelation, mealMinutes };
      return [
        { plan: getValidPlan(plan, dueAt), slot, dueAt, amount, version, asPlanned, dose, state, isOpen },
      ];
    },
  );
}

/** How many days before today have to be loaded, so that none that is still open is left out. */
export const countDaysBefore = (plans: readonly DosePlan[]): number =>
  Math.min(
    7,
    Math.max(
      1,
      ...plans
        .filter(({ current }) => isScheduled(current.schedule))
        .map(({ current }) => Math.ceil(current.lateUntilMinutes / (24 * 60))),
    ),
  );

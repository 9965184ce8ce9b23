import { addDays, getDayStart, shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { findDosesLeftOut, type LeftOut } from "../rules/left-out.ts";
import type { Schedule } from "../rules/schedule.ts";
import type { PlanVersion } from "../rules/slots.ts";
import { findValidVersion, listComingVersions } from "../rules/versions.ts";
import type { PlanValues } from "./plan-values.ts";
import type { PlanVersionShown } from "./use-plans.ts";

/** The base of a change: the plan's current and coming versions, with its moment and its clock. */
export type ChangedPlan = {
  versions: readonly PlanVersionShown[];
  /** Epoch ms. */
  now: number;
  timeZone: string;
};

const getToday = ({ now, timeZone }: ChangedPlan): string => toDayInZone(now, timeZone);

/** Whether the plan runs: before its beginning it can't go on until a change begins. */
export const isRunning = (changed: ChangedPlan): boolean =>
  findValidVersion(changed.versions, changed.now)!.firstDay <= getToday(changed);

/** The first day of the change; "" until it is chosen. */
export function getBegin({ begin, beginDay }: PlanValues, changed: ChangedPlan): string {
  const today = getToday(changed);
  if (!isRunning(changed) || begin === "today") return today;
  return begin === "tomorrow" ? addDays(today, 1) : begin === "day" ? beginDay : "";
}

/** From when on a saved change holds. */
export function describeSaved(values: PlanValues, changed: ChangedPlan): string {
  const from = getBegin(values, changed);
  return from > getToday(changed) ? t("planedit.savedFrom", { day: shortDay(from) }) : t("planedit.savedNow");
}

/**
 * The first day of the changed version, the origin of a rhythm of several days or odd hours: the former one while the
 * rhythm stays, so that a new amount moves no dose; otherwise the first day of the change.
 */
export function getFirstDay(values: PlanValues, schedule: Schedule, changed: ChangedPlan): string {
  if (!isRunning(changed)) return values.firstDay;
  const from = getBegin(values, changed);
  const { schedule: former, firstDay } = changed.versions.at(-1)!;
  const isCounted = getCountedRhythm(schedule) !== "";
  if (isCounted && values.countedFrom) return values.countedFrom;
  if (isCounted && getCountedRhythm(schedule) !== getCountedRhythm(former)) return from;
  return firstDay < from || from === "" ? firstDay : from;
}

/** A rhythm that is counted from its first day, such as every two days; "" for a rhythm that doesn't depend on it. */
export function getCountedRhythm(schedule: Schedule): string {
  if (schedule.kind === "everyHours")
    return 24 % schedule.hours === 0 ? "" : `${schedule.hours} h ${schedule.from}`;
  if (schedule.kind !== "clock") return "";
  const { days } = schedule;
  if ("everyDays" in days) return days.everyDays === 1 ? "" : `${days.everyDays} days`;
  return "everyWeeks" in days ? `${days.everyWeeks} weeks` : "";
}

type Next = Omit<PlanVersion, "version" | "timeZone" | "effectiveFrom">;

/** The changed version as the server would keep it. */
export function withBegin<Version extends Next>(version: Version, values: PlanValues, changed: ChangedPlan) {
  const { versions, now, timeZone } = changed;
  const from = getBegin(values, changed);
  const effectiveFrom = from <= getToday(changed) ? now : getDayStart(from, timeZone);
  return { ...version, version: versions.at(-1)!.version + 1, timeZone, effectiveFrom };
}

/** What a change ends without a successor: planned doses, and changes that were to begin later. */
export type LeftByChange = {
  doses: readonly LeftOut[];
  changes: readonly PlanVersionShown[];
  /** The confirmed choice, so that another one is asked about again; "" for none. */
  key: string;
};

export function listLeftByChange(next: PlanVersion, { versions, now }: ChangedPlan): LeftByChange {
  const doses = findDosesLeftOut(versions, next);
  const changes = listComingVersions(versions, now).filter(
    ({ effectiveFrom }) => effectiveFrom > next.effectiveFrom,
  );
  const { firstDay, lastDay, schedule } = next;
  const named = [doses[0]?.dueAt, firstDay, lastDay, schedule.kind, ...changes.map(({ version }) => version)];
  return { doses, changes, key: doses.length + changes.length === 0 ? "" : named.join(" ") };
}

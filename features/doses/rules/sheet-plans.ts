import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { t } from "../../../lib/words/t.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import type { SheetDays, SheetRow, TimedDose } from "./month.ts";

/** The facts of a plan on a sheet. */
export type SheetPlan = {
  _id: string;
  name: string;
  strength: string;
  form: string;
  isLost: boolean;
  current: { schedule: Schedule; firstDay: string; lastDay: string | null };
};

/** A medicine's name with its strength. */
export const planTitle = ({ name, strength, isLost }: SheetPlan): string =>
  isLost ? t("dosecells.lost") : placeSideBySide([name, strength]);

/** The same in a PDF, which has no invisible letters. */
export const planTitleOnPaper = ({ name, strength, isLost }: SheetPlan): string =>
  isLost ? t("dosecells.lost") : [name, strength].filter(Boolean).join(" ");

/**
 * The plans of a sheet without a row: given as needed, hours after the last dose, or as written. Plans that weren't
 * valid on any of its days are left out, unless a dose was entered.
 */
export function listPlansWithoutTimes<Plan extends SheetPlan>(
  plans: readonly Plan[],
  { rows, timed }: { rows: readonly SheetRow[]; timed: readonly TimedDose[] },
  { from, to }: SheetDays,
): Plan[] {
  const withRows = new Set(rows.map(({ planId }) => planId));
  const withDoses = new Set(timed.map(({ dose }) => dose.planId));
  return plans.filter(({ _id, current }) => {
    if (withRows.has(_id)) return false;
    const { schedule, firstDay, lastDay } = current;
    const hasTimes = schedule.kind === "clock" || schedule.kind === "everyHours" || schedule.kind === "steps";
    return withDoses.has(_id) || (!hasTimes && firstDay <= to && (lastDay ?? to) >= from);
  });
}

/** How a plan without times is given. */
export function formatWithoutTimes({ kind, ...schedule }: Schedule): string {
  if (kind === "asNeeded") return t("dosecells.asNeeded");
  if (kind === "afterLast" && "hours" in schedule) return t("dosecells.afterLast", { hours: schedule.hours });
  return t(kind === "freeText" ? "dosecells.asWritten" : "dosecells.noTimes");
}

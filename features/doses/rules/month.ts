import { MINUTE } from "../../../lib/dates/time.ts";
import { endOfMonth, getEarliestDay } from "../../../lib/dates/weeks.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { isJustGiven } from "./just-given.ts";
import type { PausedTime } from "./pauses.ts";
import { computeSlotState, type DoseState, type SlotState } from "./slot-states.ts";

/** A dose as a sheet needs it; times are epoch ms. */
export type SheetDose = {
  _id: string;
  planId: string;
  /** The planned dose of the slot; null for an unplanned one. */
  slot: string | null;
  dueAt: number | null;
  state: DoseState;
  reason: string | null;
  amount: number | null;
  givenAt: number | null;
  /** Who gave it, or who wrote that it wasn't given: a position in `people`. */
  by: number;
  recordedAt: number;
  /** The dose of the same slot that was recorded first. */
  extraOf: string | null;
  /** Whether it violates a typed limit or conflicts with another dose, which its recorder has confirmed. */
  isAgainst: boolean;
  /** Whether a member has reviewed a conflicting dose, and confirmed that it was given. */
  isReviewed: boolean;
  claimedUntil: number | null;
  isCorrected: boolean;
  /** Whether an earlier entry recorded it as not given. */
  wasNotGiven: boolean;
};

/** What one version of a plan has planned on the days of a sheet. */
export type PlannedPart = {
  planId: string;
  version: number;
  timeZone: string;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  instructions: string;
  slots: { slot: string; dueAt: number; amount: number }[];
};

/** What a sheet is composed of. */
export type SheetData = {
  timeZone: string;
  people: { key: string; name: string }[];
  planned: PlannedPart[];
  doses: SheetDose[];
  pauses: { planIds: string[] | null; from: number; until: number | null }[];
};

/** A planned dose on a sheet. */
export type SheetCell = {
  slot: string;
  dueAt: number;
  amount: number;
  state: SlotState;
  /** The recorded dose; null without one. */
  dose: SheetDose | null;
  /** Given so much later or earlier than planned that the plan counts it as late. */
  timing: "late" | "early" | null;
  /** Other doses that were given for the same time. */
  extras: SheetDose[];
  /** Entries that were taken back, oldest first. */
  withdrawn: SheetDose[];
};

/** The doses of a plan at one time of the day and in one amount. */
export type SheetRow = {
  key: string;
  planId: string;
  /** `HH:MM` by the clock of `timeZone`. */
  time: string;
  timeZone: string;
  amount: number;
  instructions: string;
  /** By day, `YYYY-MM-DD`; a day without one isn't planned. */
  cells: Map<string, SheetCell>;
};

/** A dose that has no place in a row: as needed, so many hours after the last one, one more, or of a changed plan. */
export type TimedDose = {
  kind: "unplanned" | "afterLast" | "extra" | "changed";
  dose: SheetDose;
  /** When it was given, or was due. */
  at: number;
  /** By the notebook's clock. */
  day: string;
  /** Another dose of the medicine within minutes, which may be the same one: two people without a connection wrote both. */
  nearby: { at: number; by: number; isReviewed: boolean } | null;
};

export type Sheet = { rows: SheetRow[]; timed: TimedDose[] };

export type SheetDays = { from: string; to: string };

/** The days of a month `YYYY-MM`. */
export const getDaysOfMonth = (month: string): SheetDays => ({
  from: `${month}-01`,
  to: endOfMonth(`${month}-01`),
});

/**
 * The sheet of some days at a moment (epoch ms). Each planned dose is on its own local day, in the row of the version
 * that was valid when it was due. No dose is left out: a dose that fits no row is in `timed`.
 */
export function composeSheet(data: SheetData, { from, to }: SheetDays, now: number): Sheet {
  const bySlot = Map.groupBy(
    data.doses.filter(({ slot }) => slot !== null),
    ({ planId, slot }) => `${planId} ${slot}`,
  );
  const rows = new Map<string, SheetRow>();
  const placed = new Set<string>();
  for (const part of data.planned) {
    for (const { slot, dueAt, amount } of part.slots) {
      const day = slot.slice(0, 10);
      if (day < from || day > to) continue;
      const time = slot.slice(11, 16);
      const key = `${part.planId} ${time} ${part.timeZone} ${amount}`;
      const row = rows.get(key) ?? {
        key,
        planId: part.planId,
        time,
        timeZone: part.timeZone,
        amount,
        instructions: "",
        cells: new Map(),
      };
      row.instructions = part.instructions;
      const cell = composeCell(
        part,
        { slot, dueAt, amount },
        bySlot.get(`${part.planId} ${slot}`) ?? [],
        data.pauses,
        now,
      );
      row.cells.set(day, cell);
      if (cell.dose) placed.add(cell.dose._id);
      rows.set(key, row);
    }
  }
  // Slots of the adjacent days, so that their doses aren't taken for a changed plan's.
  const planned = new Set(
    data.planned.flatMap(({ planId, slots }) => slots.map(({ slot }) => `${planId} ${slot}`)),
  );
  const timed = data.doses
    .filter(
      ({ _id, state }) =>
        !placed.has(_id) && (state === "given" || state === "not_given" || state === "withdrawn"),
    )
    .map((dose) => composeTimed(dose, data, planned))
    .filter((one) => one !== null)
    .filter(({ day }) => day >= from && day <= to)
    .sort((a, b) => a.at - b.at || (a.dose._id < b.dose._id ? -1 : 1));
  return { rows: [...rows.values()].sort(groupByPlanAndTime(data.planned)), timed };
}

function composeCell(
  { planId, lateAfterMinutes, lateUntilMinutes }: PlannedPart,
  planned: { slot: string; dueAt: number; amount: number },
  doses: readonly SheetDose[],
  pauses: readonly PausedTime[],
  now: number,
): SheetCell {
  const standing = doses.filter(({ state }) => state !== "withdrawn");
  const given = standing.filter(({ state }) => state === "given");
  // When the first of two doses for one time was withdrawn, the other is the given one.
  const dose =
    standing.find(({ extraOf, state }) => extraOf === null && state !== "released") ??
    given[0] ??
    standing.find(({ extraOf }) => extraOf === null) ??
    null;
  const { state } = computeSlotState(
    { planId, dueAt: planned.dueAt, lateAfterMinutes, lateUntilMinutes, dose },
    pauses,
    now,
  );
  return {
    ...planned,
    state,
    dose: state === "given" || state === "not_given" || state === "claimed" ? dose : null,
    timing: state === "given" ? getTiming(dose!.givenAt! - planned.dueAt, lateAfterMinutes * MINUTE) : null,
    extras: given.filter((one) => one !== dose),
    withdrawn: doses.filter((one) => one.state === "withdrawn").sort((a, b) => a.recordedAt - b.recordedAt),
  };
}

const getTiming = (distance: number, most: number): SheetCell["timing"] =>
  distance > most ? "late" : distance < -most ? "early" : null;

/** The entry of a dose in the list with times; null for a dose whose row shows it on another day. */
function composeTimed(
  dose: SheetDose,
  { doses, timeZone }: Pick<SheetData, "doses" | "timeZone">,
  planned: ReadonlySet<string>,
): TimedDose | null {
  const at = dose.givenAt ?? dose.dueAt ?? dose.recordedAt;
  const kind = getKind(dose, planned);
  return kind && { kind, dose, at, day: toDayInZone(at, timeZone), nearby: findNearbyDose(dose, doses) };
}

/**
 * The nearest dose within minutes of an unplanned one, where one of the two was recorded despite a conflict. Two doses
 * given one after the other, the second with knowledge of the first, don't conflict.
 */
function findNearbyDose(dose: SheetDose, doses: readonly SheetDose[]): TimedDose["nearby"] {
  if (!isUnplanned(dose)) return null;
  const getDistance = ({ givenAt }: SheetDose) => Math.abs(givenAt! - dose.givenAt!);
  const other = doses
    .filter((each) => each !== dose && each.planId === dose.planId && isUnplanned(each))
    .filter((each) => isJustGiven(each.givenAt!, dose.givenAt!) && (each.isAgainst || dose.isAgainst))
    .sort((a, b) => getDistance(a) - getDistance(b))[0];
  return other ? { at: other.givenAt!, by: other.by, isReviewed: other.isReviewed || dose.isReviewed } : null;
}

const isUnplanned = ({ state, slot }: SheetDose): boolean => state === "given" && slot === null;

function getKind({ planId, slot, extraOf, state }: SheetDose, planned: ReadonlySet<string>) {
  if (slot === null) return "unplanned";
  if (state === "given" && extraOf !== null) return "extra";
  // The name of a dose by elapsed hours is an instant, without a zone.
  if (!slot.includes("[")) return "afterLast";
  return planned.has(`${planId} ${slot}`) ? null : "changed";
}

/** Plans in their order, each with its rows by their first day, then by time. */
function groupByPlanAndTime(planned: readonly PlannedPart[]) {
  const order = new Map<string, number>();
  for (const { planId } of planned) if (!order.has(planId)) order.set(planId, order.size);
  const zones = new Map<string, number>();
  for (const { timeZone } of planned) if (!zones.has(timeZone)) zones.set(timeZone, zones.size);
  const getFirstDay = ({ cells }: SheetRow) => getEarliestDay(...cells.keys());
  return (a: SheetRow, b: SheetRow): number =>
    order.get(a.planId)! - order.get(b.planId)! ||
    (a.time < b.time ? -1 : a.time > b.time ? 1 : 0) ||
    (getFirstDay(a) < getFirstDay(b) ? -1 : 1);
}

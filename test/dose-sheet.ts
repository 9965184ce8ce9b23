import type { PlannedPart, SheetData, SheetDose } from "../features/doses/rules/month.ts";
import type { ClockSchedule } from "../features/plans/rules/schedule.ts";
import { listSlotsOfVersion } from "../features/plans/rules/slots.ts";

const BERLIN = "Europe/Berlin";

/** What a version has planned on some days. */
export function plannedPart(
  planId: string,
  schedule: ClockSchedule,
  {
    from,
    to,
    timeZone = BERLIN,
    version = 1,
  }: { from: string; to: string; timeZone?: string; version?: number },
): PlannedPart {
  const slots = listSlotsOfVersion(
    { version, schedule, firstDay: from, lastDay: to, timeZone, effectiveFrom: 0 },
    { from, to },
  );
  return {
    planId,
    version,
    timeZone,
    lateAfterMinutes: 60,
    lateUntilMinutes: 240,
    instructions: "",
    slots: slots.map(({ slot, dueAt, amount }) => ({ slot, dueAt, amount })),
  };
}

let number = 0;

/** A dose that was given by the first of the people, at its time; `overrides` change it. */
export function sheetDose(overrides: Partial<SheetDose>): SheetDose {
  const slot = overrides.slot ?? null;
  const dueAt = overrides.dueAt ?? null;
  return {
    _id: `dose ${++number}`,
    planId: "plan",
    slot,
    dueAt,
    state: "given",
    reason: null,
    amount: 1,
    givenAt: dueAt,
    by: 0,
    recordedAt: overrides.givenAt ?? dueAt ?? 0,
    extraOf: null,
    isAgainst: false,
    isReviewed: false,
    claimedUntil: null,
    isCorrected: false,
    wasNotGiven: false,
    ...overrides,
  };
}

export const sheetOf = (
  planned: PlannedPart[],
  doses: SheetDose[],
  more: Partial<SheetData> = {},
): SheetData => ({
  timeZone: BERLIN,
  people: [
    { key: "a", name: "Anna Berg" },
    { key: "b", name: "Ben Cole" },
  ],
  planned,
  doses,
  pauses: [],
  ...more,
});

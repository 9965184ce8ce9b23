import { MINUTE } from "../../../lib/dates/time.ts";
import { isPaused, type PausedTime } from "./pauses.ts";

/** The recorded state of a dose, as the ledger stores it. */
export const DOSE_STATES = ["given", "not_given", "claimed", "released", "withdrawn"] as const;
export type DoseState = (typeof DOSE_STATES)[number];

/** Why a dose wasn't given. */
export const NOT_GIVEN_REASONS = [
  "refused",
  "asleep",
  "absent",
  "nausea",
  "unwell",
  "too_soon",
  "stopped",
  "not_in_stock",
  "dropped",
  "hospital",
  "elsewhere",
  "other",
] as const;
export type NotGivenReason = (typeof NOT_GIVEN_REASONS)[number];

/**
 * The state of a planned dose: `open` ones can still be given. A dose without an entry is "not recorded", never missed:
 * whether it was given is unknown.
 */
export type SlotState =
  | "coming"
  | "due"
  | "late"
  | "not_recorded"
  | "paused"
  | "claimed"
  | "given"
  | "not_given";

type SlotFacts = {
  planId: string;
  dueAt: number;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  dose: { state: DoseState; claimedUntil: number | null } | null;
};

/** Until when a planned dose can be given: later, it is too late for it. Epoch ms. */
export const getSlotEnd = ({
  dueAt,
  lateUntilMinutes,
}: Pick<SlotFacts, "dueAt" | "lateUntilMinutes">): number => dueAt + lateUntilMinutes * MINUTE;

/** The recorded doses of planned times, by `planId slot`; without withdrawn, unplanned and extra doses. */
export const mapBySlot = <
  Dose extends { planId: string; slot: string | null; extraOf: string | null; state: DoseState },
>(
  doses: readonly Dose[],
): Map<string, Dose> =>
  new Map(
    doses
      .filter(({ slot, extraOf, state }) => slot !== null && extraOf === null && state !== "withdrawn")
      .map((dose) => [`${dose.planId} ${dose.slot}`, dose]),
  );

/** Computes the state of a planned dose at a moment (epoch ms), and whether it can still be given. */
export function computeSlotState(
  { planId, dueAt, lateAfterMinutes, lateUntilMinutes, dose }: SlotFacts,
  pauses: readonly PausedTime[],
  now: number,
): { state: SlotState; isOpen: boolean } {
  const isOpen = now <= getSlotEnd({ dueAt, lateUntilMinutes });
  if (dose?.state === "given") return { state: "given", isOpen: false };
  if (dose?.state === "claimed" && dose.claimedUntil !== null && dose.claimedUntil > now)
    return { state: "claimed", isOpen: true };
  // Refused at eight and taken half an hour later: the dose stays open until it is too late for it.
  if (dose?.state === "not_given") return { state: "not_given", isOpen };
  if (pauses.some((pause) => isPaused(pause, planId, dueAt))) return { state: "paused", isOpen: false };
  const early = dueAt - lateAfterMinutes * MINUTE;
  if (now < early) return { state: "coming", isOpen: true };
  if (now <= dueAt + lateAfterMinutes * MINUTE) return { state: "due", isOpen: true };
  return isOpen ? { state: "late", isOpen } : { state: "not_recorded", isOpen };
}

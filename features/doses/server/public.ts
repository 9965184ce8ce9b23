// What other rooms may use on the server.

export type { SlotState } from "../rules/slot-states.ts";
export { listDoses } from "./doses.ts";
export { listPausesBetween, listPausesOfNotebooks } from "./pauses/data.ts";
export { type Found, listSlotsToRemind, listStandingSlots, type RemindedPlan } from "./reminded.ts";
export { computeStandingSlots, type StandingSlot } from "./standing.ts";

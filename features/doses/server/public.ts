// What other rooms may use on the server.

export type { SlotState } from "../rules/slot-states.ts";
export { listDoses } from "./doses.ts";
export { pausesBetween, pausesOfNotebooks } from "./pauses/data.ts";
export { type Found, type RemindedPlan, slotsToRemind, standingOf } from "./reminded.ts";
export { type StandingSlot, standingSlots } from "./standing.ts";

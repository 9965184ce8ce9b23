// What other rooms may use on the server.

export type { SlotState } from "../rules/slot-states.ts";
export { listDoses } from "./doses.ts";
export { listPausesBetween, listPausesOfNotebooks } from "./pauses/data.ts";
export { listSlotStates } from "./reminder_slots.ts";
export { computeSlotStates, type SlotWithState } from "./slot_states.ts";

/** The most that a device keeps of one result; of all of them see `kept-choices.ts`. */
export const MOST_RESULT_BYTES = 2_000_000;
/** After so long without an answer what the device keeps is shown, ms. */
export const UNANSWERED_MS = 5000;
/** So long after a change it is kept, ms: what changes again meanwhile is written once. Not within a first load (e2e/support/first-load.ts). */
export const WRITE_AFTER_MS = 1500;
/** So long a change waits for the code that keeps it, ms. */
export const OUTBOX_MS = 5000;
/** With so many waiting changes screens show several at once, after so long, ms. */
export const MANY_LAYERS = 20;
export const MANY_LAYERS_MS = 100;

import type { Outbox } from "./outbox.ts";

/** The class of the outbox, once its code is loaded. */
export const loadedCode: { Outbox: typeof Outbox | null } = { Outbox: null };

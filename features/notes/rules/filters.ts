// Apart from the rules of the room: every page loads the router, which needs only these filters.

/** The types of notes. */
export const NOTE_TYPES = ["default", "current-medications", "handover"] as const;
/** The longest tag, in characters. */
export const NOTE_TAG_LENGTH = 50;
/** The longest search, in characters. */
export const NOTE_SEARCH_LENGTH = 200;

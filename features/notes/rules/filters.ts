/*
 * What the address of a list of notes may say. Apart from the room's rules, because every page loads the addresses and
 * few need the rules.
 */

export const NOTE_TYPES = ["default", "current-medications"] as const;
/** The longest tag, in characters. */
export const NOTE_TAG_LENGTH = 50;
/** The longest search, in characters. */
export const NOTE_SEARCH_LENGTH = 200;

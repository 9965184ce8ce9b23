/** Unseen subjects are counted up to this number; reaching it means there may be more. */
export const MAX_UNSEEN = 10;

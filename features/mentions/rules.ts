/** The most people that one text may mention. */
export const MAX_MENTIONS = 50;

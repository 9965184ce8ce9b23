/** A failed mark, such as of a member who was removed meanwhile, needs no message. */
export const ignore = (error: unknown): void => console.warn("what was read could not be recorded", error);

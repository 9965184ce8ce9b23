/** A mark that couldn't be kept, such as by somebody who was removed meanwhile, needs no message. */
export const ignore = (error: unknown): void => console.warn("what was read could not be recorded", error);

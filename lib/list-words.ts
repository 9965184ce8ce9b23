const LISTS = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Things as a sentence lists them: "the title", "the title and the tags", "the title, the date and the tags". */
export const listInWords = (things: readonly string[]): string => LISTS.format(things);

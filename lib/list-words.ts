const LISTS = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** A list in a sentence: "the title", "the title and the tags", "the title, the date and the tags". */
export const listInWords = (things: readonly string[]): string => LISTS.format(things);

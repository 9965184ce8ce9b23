/** Line breaks of all scripts, and tabulators. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters: an iCalendar file must not contain them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/** A text that people wrote as one line of a calendar: without breaks, control characters and broken characters. */
export const toOneLine = (text: string): string =>
  text.toWellFormed().replace(BREAKS, " ").replace(CONTROLS, "").trim();

/** The most days whose doses are read at once: a month of a sheet, with a week on each side. */
export const MAX_SPAN_DAYS = 45;
/** The most doses on one sheet; a notebook with more asks for one plan. */
export const MAX_SHEET_DOSES = 20_000;
/** A claim holds for so long. */
export const CLAIM_MINUTES = 15;
/** A dose given longer ago needs a reason. */
export const LATE_RECORD_DAYS = 7;
/** What seems to be older was written by a device with a wrong clock. */
export const MAX_DAYS_BACK = 366;
/** A dose that reaches the server later than this after it was given is a record of the past. */
export const RECORD_AFTER_MS = 2 * 60_000;
/** A phone whose clock differs by more than this has its times corrected. */
export const CLOCK_TOLERANCE_MS = 60_000;

export const WITHDRAW_REASONS = ["mistake", "same_dose", "not_taken", "other"] as const;

/** The answers to "Did it help?". */
export const HELPED = ["yes", "partly", "no"] as const;

/** The most doses without review that are listed first on a page. */
export const MAX_TO_REVIEW = 20;
/** The most planned doses that home shows of all notebooks. */
export const MAX_DUE = 60;
/** A planned dose leaves home after so many days, however long it stays open. */
export const MAX_DAYS_DUE = 7;

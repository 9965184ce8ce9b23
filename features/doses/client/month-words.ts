export const MONTH_WORDS = {
  title: "Doses of the month",
  none: "No plans in this month",
  noneText: "Planned medicines and what was given stand here, as on a paper sheet.",
  grid: "Planned doses, a row for each medicine and time, a column for each day",
  timed: "As needed, and doses beside the plan",
  timedList: "These doses with their times",
  noTimed: "No such dose was entered in this month.",
  counts: "Counts",
  countsHint: "Planned doses of this month and its weeks, as they were entered.",
  sheets: "Sheets on paper",
  sheetsHint: "The month as PDF: a grid on A4, to print or to hand to a doctor. It has what you see here.",
  makeSheet: "Make a sheet",
  makeFailed: "The sheet wasn't started. Please try again.",
  incomplete: "This month has more doses than fit here, and some are missing. Choose one medicine.",
  otherZone: (zone: string) => `Days and times are those of ${zone}.`,
  notRecorded: "not recorded",
  noEntry: "Nothing is recorded for this time.",
} as const;

/** What an entry said, in the history of a dose. */
export const ENTRY_WORDS: Readonly<Record<string, string>> = {
  given: "Given",
  not_given: "Not given",
  claimed: "Being given",
  released: "Not given after all",
  corrected: "Corrected",
  withdrawn: "Taken back",
  followed_up: "Followed up",
  noted: "Note",
};

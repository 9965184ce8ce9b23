/** What takes the place of a title that may not leave the notebook, in calendars, letters and messages to devices. */
export const NEUTRAL_TITLES = { task: "Care task", note: "Encrypted note", plan: "Encrypted plan" } as const;

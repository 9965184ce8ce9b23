/** What takes the place of a title that may not leave the notebook, in calendars. */
export const NEUTRAL_TITLES = { task: "Care task", appointment: "Appointment" } as const;

import { formatClockTime } from "./time.ts";

/** A minute of the day as the reader writes times: "10:00 PM"; past the end of the day, of the next one. */
export const describeMinute = (minute: number): string =>
  formatClockTime(Date.UTC(2000, 0, 1, 0, minute), undefined, "UTC");

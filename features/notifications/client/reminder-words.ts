/** A minute of the day as time fields have it: "22:00". */
export const formatMinuteField = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The minute of the day in a time field; null while it is empty. */
export function parseMinuteField(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** Zones where clocks skip or repeat midnight, move by half an hour, or are nearly a day ahead of others. */
export const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "Atlantic/Azores",
  "Pacific/Apia",
  "Asia/Kolkata",
  "Pacific/Kiritimati",
];

/** A zone whose clock shows this hour at a moment, so that a test of hours passes at any time of day. */
export function findZoneAtHour(hour: number, moment: number): string {
  const ahead = hour - new Date(moment).getUTCHours();
  const offset = ahead < -12 ? ahead + 24 : ahead > 14 ? ahead - 24 : ahead;
  // These names have the opposite sign.
  return offset === 0 ? "Etc/GMT" : `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

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

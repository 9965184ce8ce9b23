/**
 * A zone such as "Europe/Berlin", or UTC. Not "PST", "US/Pacific" or "+05:30": Intl, Temporal and PostgreSQL don't all
 * know those, or interpret them differently. `is_time_zone` (migration 0029) is the same in SQL.
 */
const TIME_ZONE =
  /^(UTC|Etc\/(UTC|GMT[+-]\d{1,2})|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)(\/[A-Z][A-Za-z0-9_-]*){1,2})$/;

/** The header with the time zone of a browser's device; `public/early.js` sends it too. */
export const TIME_ZONE_HEADER = "x-time-zone";

/** Whether a notebook, or a device, can have this time zone: see `TIME_ZONE`. */
export function isTimeZone(name: string): boolean {
  if (!TIME_ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

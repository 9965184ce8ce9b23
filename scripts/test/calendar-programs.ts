import { CALENDAR_PACKAGES, missingCalendarPrograms } from "../../test/calendar-programs.ts";
import { apt, hasApt, install, isRoot } from "./debian.ts";

/**
 * Installs the calendar programs with which feeds are tested, on a machine just for tests: as root, with apt-get. Without
 * them only their own test can't run, which says so.
 */
export function ensureCalendarPrograms(): void {
  if (missingCalendarPrograms().length === 0 || !isRoot() || !hasApt()) return;
  console.log("Installing Debian's calendar programs for the tests …");
  const reason = apt("update") ?? install(...CALENDAR_PACKAGES);
  if (reason) console.log(`apt-get couldn't install ${CALENDAR_PACKAGES.join(", ")} (${reason}).`);
}

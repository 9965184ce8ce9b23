import { api } from "../../lib/api.ts";
import { addDays, getViewersZone, toDayInZone } from "../../lib/dates/zone-day.ts";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";

/** How many days home looks ahead, today included. */
const DAYS = 7;

/** The appointments of the coming days that aren't over, in all notebooks; undefined while they load. */
export function useComingAppointments() {
  const now = useQuarterHour();
  const today = toDayInZone(now, getViewersZone());
  const args = { fromDay: today, toDay: addDays(today, DAYS - 1) };
  const found = useSteadyQuery(api.appointments.listAppointments, args, "home");
  return found?.appointments.filter(({ endsAt }) => endsAt > now);
}

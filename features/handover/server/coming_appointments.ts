import type { Kysely } from "kysely";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import { findDriver } from "../../visits/rules/appointment-words.ts";
import { type AppointmentsAccess, listAppointments } from "../../visits/server/public.ts";
import { APPOINTMENTS_MS, MAX_LISTED } from "../rules/limits.ts";
import type { Handover } from "../schema.ts";

type When = { now: number; since: number; timeZone: string };

/** The appointments of the next 72 hours that aren't over, with who drives and whether they were changed since. */
export async function listComingAppointments(
  db: Kysely<Tables>,
  access: AppointmentsAccess,
  { now, since, timeZone }: When,
): Promise<Handover["appointments"]> {
  const until = now + APPOINTMENTS_MS;
  const { appointments } = await listAppointments(db, access, {
    fromDay: toDayInZone(now, timeZone),
    toDay: toDayInZone(until, timeZone),
  });
  const coming = appointments.filter(({ startsAt, endsAt }) => endsAt > now && startsAt < until);
  const shown = coming.slice(0, MAX_LISTED);
  return {
    shown: shown.map(
      ({
        _id,
        status,
        people,
        title,
        allDay,
        starts,
        ends,
        timeZone: zone,
        startsAt,
        endsAt,
        place,
        updatedAt,
      }) => ({
        id: _id,
        ...{ title, allDay, starts, ends, timeZone: zone, startsAt, endsAt, place },
        isCalledOff: status === "calledOff",
        driver: findDriver(people)?.name ?? null,
        isChanged: updatedAt > since,
      }),
    ),
    isCut: coming.length > MAX_LISTED,
  };
}

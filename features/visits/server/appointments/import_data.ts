import type { Kysely } from "kysely";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { AppointmentFields, AppointmentStatus } from "../../rules/appointments.ts";
import { toFields } from "./appointment_row.ts";
import type { ImportedEvent } from "./calendar_file.ts";
import { insertAppointment, writeRow } from "./write_data.ts";

type Db = Kysely<Tables>;

/** What an import did with the chosen events. */
export type Imported = { added: number; changed: number; same: number };

const NEW: Pick<AppointmentFields, "withWhom" | "phone" | "bring" | "travelMinutes" | "visibility"> = {
  withWhom: "",
  phone: "",
  bring: "",
  travelMinutes: null,
  visibility: "team",
};

/**
 * Takes over events of a calendar file: new ones are added for the care team, known ones get the file's times, title and
 * place. A second import of the same file changes nothing. Others' private appointments aren't touched.
 */
export async function importEvents(
  db: Db,
  access: NotebookAccess,
  events: readonly ImportedEvent[],
  now: Date,
): Promise<Imported> {
  const result: Imported = { added: 0, changed: 0, same: 0 };
  if (events.length === 0) return result;
  const known = await db
    .selectFrom("appointments")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where(
      "source_uid",
      "in",
      events.map(({ uid }) => uid),
    )
    .forUpdate()
    .execute();
  for (const { uid, isCalledOff, ...event } of events) {
    const row = known.find(({ source_uid }) => source_uid === uid);
    if (!row) {
      if (isCalledOff) continue;
      await insertAppointment(db, access, { fields: { ...NEW, ...event }, sourceUid: uid }, now);
      result.added++;
      continue;
    }
    const before = toFields(row);
    const fields = { ...before, ...event };
    const status: AppointmentStatus = isCalledOff ? "calledOff" : (row.status as AppointmentStatus);
    const isSame = JSON.stringify(fields) === JSON.stringify(before) && status === row.status;
    if (isSame || (row.visibility === "private" && row.created_by !== access.userId)) {
      result.same++;
      continue;
    }
    await writeRow(db, access.userId, row, { fields, status }, now);
    result.changed++;
  }
  return result;
}

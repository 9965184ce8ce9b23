import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import {
  type Answer,
  APPOINTMENT_MESSAGES,
  type AppointmentRole,
  MAX_APPOINTMENT_PEOPLE,
} from "../../rules/appointments.ts";
import type { AppointmentAccess, AppointmentRow } from "./access.ts";
import { lockAppointment, lockLater } from "./write_data.ts";

type Db = Kysely<Tables>;

/** A person of an appointment: a member, or a name. */
type Who = { role: AppointmentRole; userId: string | null; name: string | null };

/** The caller's answer whether they go or drive; null takes it back. */
export async function answerAppointment(
  db: Db,
  access: AppointmentAccess,
  { role, answer, andLater }: { role: AppointmentRole; answer: Answer | null; andLater: boolean },
  now: Date,
): Promise<void> {
  const who = { role, userId: access.userId, name: null };
  for (const row of await lockChosen(db, access, andLater, now)) await writeAnswer(db, row, who, answer, now);
}

/**
 * Asks a member whether they go or drive, keeps a member informed, or adds a person who is no member; with `isThere` off
 * takes them out again.
 */
export async function setPerson(
  db: Db,
  access: AppointmentAccess,
  { isThere, andLater, ...who }: Who & { isThere: boolean; andLater: boolean },
  now: Date,
): Promise<void> {
  if (isThere && who.userId !== null) await checkMember(db, access, who.userId);
  const answer = who.userId === null || who.role === "told" ? "yes" : "asked";
  for (const row of await lockChosen(db, access, andLater, now))
    await writeAnswer(db, row, who, isThere ? answer : null, now);
}

/**
 * The appointment and, with `andLater`, the later ones of its series, locked and touched: of two who answer at once the
 * second one's transaction runs again, and meets the answer of the first.
 */
async function lockChosen(
  db: Db,
  access: AppointmentAccess,
  andLater: boolean,
  now: Date,
): Promise<AppointmentRow[]> {
  const row = await lockAppointment(db, access);
  const rows = andLater ? await lockLater(db, row) : [row];
  await db
    .updateTable("appointments")
    .set({ updated_at: now, updated_by: access.userId })
    .where("diary_id", "=", row.diary_id)
    .where(
      "id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return rows;
}

/**
 * Writes a person's answer on a locked appointment. Answers of an appointment follow one another, so the second driver
 * meets the first.
 * @throws CareError when it is called off, another person drives, or it has too many people
 */
async function writeAnswer(
  db: Db,
  { id, diary_id, status }: AppointmentRow,
  { role, userId, name }: Who,
  answer: Answer | null,
  now: Date,
): Promise<void> {
  const people = await db
    .selectFrom("appointment_people")
    .select(["id", "user_id", "name", "role", "answer"])
    .where("diary_id", "=", diary_id)
    .where("appointment_id", "=", id)
    .limit(MAX_APPOINTMENT_PEOPLE + 1)
    .execute();
  const isSame = (one: (typeof people)[number]) =>
    one.role === role &&
    (userId === null ? one.name?.toLowerCase() === name?.toLowerCase() : one.user_id === userId);
  const known = people.find(isSame);
  if (answer === null) {
    if (known)
      await db
        .deleteFrom("appointment_people")
        .where("id", "=", known.id)
        .where("diary_id", "=", diary_id)
        .execute();
    return;
  }
  if (status === "calledOff") throw new CareError("conflict", APPOINTMENT_MESSAGES.calledOff);
  if (role === "drives" && answer === "yes") {
    const driver = people.find((one) => one.role === "drives" && one.answer === "yes" && !isSame(one));
    if (driver) throw await createDriverError(db, driver);
  }
  if (known) {
    await db
      .updateTable("appointment_people")
      .set({ answer, answered_at: now })
      .where("id", "=", known.id)
      .where("diary_id", "=", diary_id)
      .execute();
    return;
  }
  if (people.length >= MAX_APPOINTMENT_PEOPLE)
    throw new CareError("limit", APPOINTMENT_MESSAGES.tooManyPeople);
  await db
    .insertInto("appointment_people")
    .values({
      id: uuidv7(),
      diary_id,
      appointment_id: id,
      user_id: userId,
      name,
      role,
      answer,
      answered_at: now,
    })
    .execute();
}

async function createDriverError(db: Db, { user_id, name }: { user_id: string | null; name: string | null }) {
  const names = await readNames(db, user_id === null ? [] : [user_id]);
  return new CareError("conflict", {
    key: "appointmentrules.driverTaken",
    values: { name: getShownName(names, user_id) ?? name ?? "" },
  });
}

/** Locks the membership, so that the person doesn't leave meanwhile. */
async function checkMember(db: Db, { diaryId }: AppointmentAccess, userId: string): Promise<void> {
  const member = isFullId(userId)
    ? await db
        .selectFrom("members")
        .select("user_id")
        .where("diary_id", "=", diaryId)
        .where("user_id", "=", userId)
        .forShare()
        .executeTakeFirst()
    : undefined;
  if (!member) throw new CareError("invalid", APPOINTMENT_MESSAGES.member, { path: "userId" });
}

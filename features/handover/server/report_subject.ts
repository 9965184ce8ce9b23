import { type Kysely, sql } from "kysely";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";

/** The person whom a report is about, and what names days by their notebook's clock. */
export async function reportSubject(db: Kysely<Tables>, { diaryId }: { diaryId: string }) {
  const row = await db
    .selectFrom("person_infos as p")
    .innerJoin("diaries as d", "d.id", "p.diary_id")
    .select(["p.full_name", "d.time_zone", sql<string | null>`p.date_of_birth::text`.as("date_of_birth")])
    .where("p.diary_id", "=", diaryId)
    .where("d.id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return {
    fullName: row.full_name,
    /** `YYYY-MM-DD` or null. */
    dateOfBirth: row.date_of_birth,
    dayOf: (at: number) => toDayInZone(at, row.time_zone),
  };
}

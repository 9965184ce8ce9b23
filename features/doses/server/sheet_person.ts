import { type Kysely, sql } from "kysely";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import { may } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getNameToShow } from "../../../server/db/names.ts";

/** The person whom a sheet is about, as its reader sees them, and the reader's name. */
export async function findPerson(db: Kysely<Tables>, { diaryId, userId, role }: NotebookAccess) {
  const row = await db
    .selectFrom("person_infos as p")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .select(["p.full_name", sql<string | null>`p.date_of_birth::text`.as("date_of_birth"), "p.allergies"])
    .select(["u.name", "u.deleted_at"])
    .where("p.diary_id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return {
    fullName: row.full_name,
    /** `YYYY-MM-DD` or null. */
    dateOfBirth: row.date_of_birth,
    /** Null for readers who don't see the person's medical information. */
    allergies: may(role, "notebook.seePersonInfo") ? (row.allergies ?? []) : null,
    seenBy: getNameToShow(row),
  };
}

import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";

/** The fields of notebooks that lists show, with the person's name, by id. Read separately from the list, as names are. */
export async function readNotebookNames(db: Kysely<Tables>, diaryIds: readonly string[]) {
  const rows =
    diaryIds.length === 0
      ? []
      : await db
          .selectFrom("diaries as d")
          .innerJoin("person_infos as p", "p.diary_id", "d.id")
          .select(["d.id", "d.short_id", "d.name", "d.time_zone", "p.full_name"])
          .where("d.id", "in", [...new Set(diaryIds)])
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

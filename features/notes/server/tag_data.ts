import { type Kysely, sql } from "kysely";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { NotesAccess } from "./access.ts";

const MAX_TAGS_LISTED = 200;

/** The tags of the notes that the reader sees, most used first; in the spelling that most notes use. */
export async function listNoteTags(db: Kysely<Tables>, access: NotesAccess) {
  // Groups by spelling first, which is fast, so that only the distinct spellings are sorted.
  const spellings = db
    .selectFrom("notes as r")
    .innerJoin(sql<string>`unnest(r.tags)`.as<"tag">(sql`tag(name)`), (join) => join.onTrue())
    .select((eb) => [sql<string>`tag.name`.as("name"), eb.fn.countAll<number>().as("n")])
    .where("r.diary_id", "=", access.diaryId)
    // Written exactly as in the index; rows without tags add nothing.
    .where(sql<boolean>`r.tags <> '{}'`)
    .where(seesNote("r", access))
    .groupBy(sql`tag.name`);
  return db
    .selectFrom(spellings.as("s"))
    .select([
      sql<string>`(array_agg(s.name order by s.n desc, s.name))[1]`.as("tag"),
      sql<number>`sum(s.n)::bigint`.as("count"),
    ])
    .groupBy(sql`lower(s.name)`)
    .orderBy("count", "desc")
    .orderBy(sql`lower(s.name)`)
    .limit(MAX_TAGS_LISTED)
    .execute();
}

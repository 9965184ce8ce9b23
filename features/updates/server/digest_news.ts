import type { Kysely } from "kysely";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { NOTE_HEAD } from "../../notes/server/public.ts";
import type { News, NewsRange, NewsReader } from "../../notifications/server/public.ts";
import { createUpdatesReader, readNewest, readNewestMembers } from "./events.ts";

type Db = Kysely<Tables>;

/** New notes of a range that a reader sees, by others and unread: newest first, at most `limit` of each notebook. */
export async function listNewNotes(
  db: Db,
  access: NewsReader,
  { since, upTo, limit }: NewsRange,
): Promise<News[]> {
  const reader = createUpdatesReader(db, access);
  const columns = { at: "n.created_at", id: "n.id", actor: "n.created_by", opened: { note_id: "n.id" } };
  const rows = await readNewest("note", reader, { limit, isNew: true }, columns, (eb) =>
    eb
      .selectFrom("notes as n")
      .innerJoin("note_types as nt", "nt.type_id", "n.type")
      .select(NOTE_HEAD)
      .select(["n.diary_id", "n.created_at"])
      .whereRef("n.diary_id", "=", "d.id")
      .where(seesNote("n", reader.reader))
      .where("n.is_from_plans", "=", false)
      // A note changes only after it was made: the index of changes finds the new ones.
      .where("n.updated_at", ">", toTimestamp(since))
      .where("n.created_at", ">", toTimestamp(since))
      .where("n.created_at", "<=", toTimestamp(upTo)),
  );
  return rows
    .sort((one, other) => other.created_at - one.created_at)
    .map((row) => ({ diaryId: row.diary_id, subjectKind: "note" as const, subjectId: row.note_id }));
}

/** Members who joined in a range, later than the reader: newest first. */
export async function listNewMembers(
  db: Db,
  access: NewsReader,
  { since, upTo, limit }: NewsRange,
): Promise<News[]> {
  const events = await readNewestMembers(createUpdatesReader(db, access), { limit, isNew: true });
  return events
    .filter(({ updatedAt }) => updatedAt > since.getTime() && updatedAt <= upTo.getTime())
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .map(({ diaryId, id }) => ({ diaryId, subjectKind: "member" as const, subjectId: id }));
}

import { type Kysely, sql } from "kysely";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import type { NewerList } from "../rules/medication-schema.ts";
import type { NotesAccess, NotesBeforeAccess } from "./access.ts";

type Db = Kysely<Tables>;

// A literal, so that PostgreSQL matches the partial index of these lists.
const LIST = sql.lit("current-medications");
/** Whether the list with alias `r` is of a later day than `l`, or was stored later for the same day. */
const isNewer = sql<boolean>`(r.note_day, r.created_at, r.id) > (l.note_day, l.created_at, l.id)`;

/** The list that replaced this list of medications; null for the newest one and for other notes. See docs/how/lists-of-medications.md. */
export async function readNewerList(db: Db, access: NotesBeforeAccess): Promise<NewerList | null> {
  return (await readNewerLists(db, access, [access.noteId])).get(access.noteId) ?? null;
}

/**
 * For each list of medications among these notes that isn't the notebook's newest, by id: the next list that the reader
 * sees, or only that there is one for the team that the reader doesn't see.
 */
export async function readNewerLists(
  db: Db,
  access: NotesAccess,
  ids: readonly string[],
): Promise<Map<string, NewerList>> {
  const found = new Map<string, NewerList>();
  if (ids.length === 0) return found;
  const rows = await db
    .selectFrom("notes as l")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("notes as r")
          .select(["r.id", "r.short_id", "r.note_day", "r.created_by"])
          .where("r.diary_id", "=", access.diaryId)
          .where("r.type", "=", LIST)
          .where(isNewer)
          .where(seesNote("r", access))
          .orderBy("r.note_day")
          .orderBy("r.created_at")
          .orderBy("r.id")
          .limit(1)
          .as("next"),
      (join) => join.onTrue(),
    )
    .select(["l.id as list_id", "next.id", "next.short_id", "next.note_day", "next.created_by"])
    .select((eb) =>
      access.seesTeam
        ? sql<boolean>`false`.as("is_hidden")
        : eb
            .exists(
              eb
                .selectFrom("notes as r")
                .select("r.id")
                .where("r.diary_id", "=", access.diaryId)
                .where("r.type", "=", LIST)
                .where("r.visibility", "=", "team")
                .where(isNewer),
            )
            .as("is_hidden"),
    )
    .where("l.diary_id", "=", access.diaryId)
    .where("l.type", "=", LIST)
    .where("l.id", "in", ids)
    .execute();
  const names = await readNames(
    db,
    rows.flatMap(({ created_by }) => created_by ?? []),
  );
  for (const { list_id, id, short_id, note_day, created_by, is_hidden } of rows) {
    if (id !== null) {
      const creatorName = getShownName(names, created_by!);
      found.set(list_id, { isShared: true, _id: id, shortId: short_id!, noteDay: note_day!, creatorName });
    } else if (is_hidden) found.set(list_id, { isShared: false });
  }
  return found;
}

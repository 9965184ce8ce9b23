import { type Kysely, sql } from "kysely";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { NotesAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** The tags that a day names. */
const TAGS_OF_A_DAY = 3;

/** The days from the first to the last, both included, and a tag whose days are looked for. */
type Days = { fromDay: string; toDay: string; tag?: string | undefined };

/**
 * The days with notes that the reader sees, in order: how many notes and lists of medications, how many with the given
 * tag, and the most used tags in the spelling that most notes use.
 */
export async function listNoteDays(db: Db, access: NotesAccess, { fromDay, toDay, tag }: Days) {
  const seen = db
    .selectFrom("notes as r")
    .where("r.diary_id", "=", access.diaryId)
    .where("r.note_day", ">=", fromDay)
    .where("r.note_day", "<=", toDay)
    .where(seesNote("r", access));
  const itsTag =
    tag === undefined
      ? null
      : db
          .selectFrom(sql<{ name: string }>`unnest(r.tags)`.as<"own">(sql`own(name)`))
          .select("own.name")
          .where(sql<boolean>`tag_term(own.name) = tag_term(${tag})`);
  const [days, tags] = await runPipelined(
    seen
      .select((eb) => [
        "r.note_day as day",
        eb.fn.countAll<number>().as("notes"),
        sql<number>`count(*) filter (where r.type = 'current-medications')`.as("lists"),
        (itsTag ? sql<number>`count(*) filter (where ${eb.exists(itsTag)})` : sql<number>`0`).as("tagged"),
      ])
      .groupBy("r.note_day")
      .orderBy("r.note_day")
      .execute(),
    db
      .selectFrom(
        seen
          .innerJoin(sql<string>`unnest(r.tags)`.as<"tag">(sql`tag(name)`), (join) => join.onTrue())
          .select((eb) => [
            "r.note_day as day",
            sql<string>`mode() within group (order by tag.name)`.as("tag"),
            eb.fn.countAll<number>().as("count"),
            sql<number>`row_number() over (partition by r.note_day order by count(*) desc, lower(tag.name))`.as(
              "place",
            ),
          ])
          .groupBy(["r.note_day", sql`lower(tag.name)`])
          .as("t"),
      )
      .select(["t.day", "t.tag", "t.count"])
      .where("t.place", "<=", TAGS_OF_A_DAY)
      .orderBy("t.day")
      .orderBy("t.place")
      .execute(),
  );
  return days.map(({ day, notes, lists, tagged }) => ({
    day,
    notes,
    medicationLists: lists,
    tagged,
    tags: tags.filter((one) => one.day === day).map(({ tag, count }) => ({ tag, count })),
  }));
}

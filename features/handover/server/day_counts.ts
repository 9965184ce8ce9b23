import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import { createReader, seesComment, seesItem, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { selectComments } from "../../notebooks/server/public.ts";
import { seesPlan } from "../../plans/server/public.ts";
import { MAX_DAYS } from "../rules/limits.ts";
import type { Handover } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";

type Line = { since: number; detailFrom: number };
type Kind = "notes" | "medications" | "tasks" | "comments" | "doses";

/** Counts the entries older than the single ones by day of the notebook, newest first. */
export async function countDays(
  db: Kysely<Tables>,
  { member, updates, plans }: HandoverAccess,
  timeZone: string,
  { since, detailFrom }: Line,
): Promise<Pick<Handover, "days" | "isOlder">> {
  const { diaryId, userId } = member;
  const first = detailFrom - MAX_DAYS * DAY;
  const [after, until] = [new Date(Math.max(since, first)), new Date(detailFrom)];
  const reader = createReader(userId, updates.notebooks);
  const countPerDay = async <Db, Table extends keyof Db>(
    at: RawBuilder<unknown>,
    by: RawBuilder<unknown>,
    rows: SelectQueryBuilder<Db, Table, object>,
  ): Promise<{ day: string; count: number }[]> => {
    const day = sql<string>`(${at} at time zone ${timeZone})::date`;
    const counted = rows
      .where(sql<boolean>`${at} > ${after}`)
      .where(sql<boolean>`${at} <= ${until}`)
      .where(sql<boolean>`${by} is distinct from ${userId}::uuid`)
      .select(day.as("day"));
    const result = await db
      .selectFrom(counted.$castTo<{ day: string }>().as("x"))
      .select("x.day")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .groupBy("x.day")
      .execute();
    return result as { day: string; count: number }[];
  };
  const countNotes = (isList: boolean) =>
    countPerDay(
      sql`n.updated_at`,
      sql`n.updated_by`,
      db
        .selectFrom("notes as n")
        .where("n.diary_id", "=", diaryId)
        .where("n.type", isList ? "=" : "!=", sql.lit("current-medications"))
        .where("n.is_from_plans", "=", false)
        .where(seesNote("n", reader)),
    );
  const counts = await runPipelined(
    countNotes(false),
    countNotes(true),
    countPerDay(
      sql`v.changed_at`,
      sql`v.changed_by`,
      db
        .selectFrom("medication_plan_versions as v")
        .innerJoin("medication_plans as p", (join) =>
          join.onRef("p.diary_id", "=", "v.diary_id").onRef("p.id", "=", "v.plan_id"),
        )
        .where("v.diary_id", "=", diaryId)
        .where(seesPlan("p", plans)),
    ),
    countPerDay(
      sql`p.ended_at`,
      sql`p.ended_by`,
      db.selectFrom("medication_plans as p").where("p.diary_id", "=", diaryId).where(seesPlan("p", plans)),
    ),
    countPerDay(
      sql`t.completed_at`,
      sql`t.completed_by`,
      db
        .selectFrom("tasks as t")
        .leftJoin("notes as n", (join) =>
          join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
        )
        .where("t.diary_id", "=", diaryId)
        .where(sql<boolean>`t.status = 'completed'`)
        .where(seesItem("n", reader, "t")),
    ),
    countPerDay(
      sql`c.updated_at`,
      sql`c.created_by`,
      selectComments(db)
        .where("c.diary_id", "=", diaryId)
        .where(seesComment("c", reader))
        .where(seesItem("n", reader, "t")),
    ),
    countPerDay(
      sql`e.at`,
      sql`e.by_user`,
      plans.seesTeam
        ? selectEntries(db, diaryId)
        : selectEntries(db, diaryId)
            .innerJoin("doses as s", (join) =>
              join.onRef("s.diary_id", "=", "e.diary_id").onRef("s.id", "=", "e.dose_id"),
            )
            .innerJoin("medication_plans as p", (join) =>
              join.onRef("p.diary_id", "=", "s.diary_id").onRef("p.id", "=", "s.plan_id"),
            )
            .where(seesPlan("p", plans)),
    ),
  );
  const kinds: Kind[] = ["notes", "medications", "medications", "medications", "tasks", "comments", "doses"];
  const days = new Map<string, Record<Kind, number>>();
  for (const [index, rows] of counts.entries())
    for (const { day, count } of rows) {
      const found = days.get(day) ?? { notes: 0, medications: 0, tasks: 0, comments: 0, doses: 0 };
      found[kinds[index]!] += count;
      days.set(day, found);
    }
  return {
    days: [...days].map(([day, found]) => ({ day, ...found })).sort((a, b) => (a.day < b.day ? 1 : -1)),
    isOlder: since < first,
  };
}

/** Selects entries about doses; because of their number, a reader who sees all plans reads only this table. */
const selectEntries = (db: Kysely<Tables>, diaryId: string) =>
  db
    .selectFrom("dose_entries as e")
    .where("e.diary_id", "=", diaryId)
    .where("e.kind", "in", ["given", "not_given"]);

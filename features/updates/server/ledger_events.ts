import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { seesTeam } from "../../notes/rules/visibility.ts";
import { type Event, eventOf, inNotebooks, newest, type Reader, SHOWN_UP_TO, type Wanted } from "./events.ts";

/** What happened with plans, doses and pauses: news that nobody has to open. */

/** So many doses of a notebook are counted at most, and on so many days. */
const MAX_COUNTED = 1000;
const MAX_DAYS = 14;

/** Which plans the reader sees: all of the notebooks where they belong to the team, those for everyone elsewhere. */
const seesPlan = ({ notebooks }: Reader) => {
  const team = notebooks.filter(({ role }) => seesTeam(role)).map(({ diaryId }) => diaryId);
  return sql<boolean>`(p.visibility = 'extended' or p.diary_id = any(${team}::uuid[]))`;
};

/** Plans that were made, and changes of them. */
export async function newestPlanVersions(reader: Reader, wanted: Wanted): Promise<Event<"plan">[]> {
  const columns = { at: "v.changed_at", id: "v.id", actor: "v.changed_by" };
  const rows = await newest("plan", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("medication_plan_versions as v")
      .innerJoin("medication_plans as p", (join) =>
        join.onRef("p.diary_id", "=", "v.diary_id").onRef("p.id", "=", "v.plan_id"),
      )
      .select(["v.id", "v.diary_id", "v.plan_id", "v.version", "v.changed_at", "v.changed_by"])
      .whereRef("v.diary_id", "=", "d.id")
      .where(seesPlan(reader)),
  );
  return rows.map((row) => ({
    ...eventOf("plan", row, row.id, row.changed_at, row.changed_by, null),
    isFirst: row.version === 1,
    planId: row.plan_id,
  }));
}

/** Plans that were ended. */
export async function newestPlanEnds(reader: Reader, wanted: Wanted): Promise<Event<"plan-end">[]> {
  const columns = { at: "p.ended_at", id: "p.id", actor: "p.ended_by" };
  const rows = await newest("plan-end", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("medication_plans as p")
      .select(["p.id", "p.diary_id", "p.ended_at", "p.ended_by"])
      .whereRef("p.diary_id", "=", "d.id")
      .where("p.ended_at", "is not", null)
      .where(seesPlan(reader)),
  );
  return rows.map((row) => ({
    ...eventOf("plan-end", row, row.id, row.ended_at!, row.ended_by, null),
    planId: row.id,
  }));
}

/** Doses that were given beside another one, or against a limit that somebody entered. */
export async function newestFlaggedDoses(reader: Reader, wanted: Wanted): Promise<Event<"dose">[]> {
  const columns = { at: "s.recorded_at", id: "s.id", actor: "s.recorded_by" };
  const rows = await newest("dose", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("doses as s")
      .innerJoin("medication_plans as p", (join) =>
        join.onRef("p.diary_id", "=", "s.diary_id").onRef("p.id", "=", "s.plan_id"),
      )
      .select(["s.id", "s.diary_id", "s.plan_id", "s.recorded_at", "s.recorded_by", "s.extra_of"])
      .whereRef("s.diary_id", "=", "d.id")
      // Written exactly as in the index.
      .where(sql<boolean>`s.state = 'given' and (s.extra_of is not null or s.against <> '{}')`)
      .where(seesPlan(reader)),
  );
  return rows.map((row) => ({
    ...eventOf("dose", row, row.id, row.recorded_at, row.recorded_by, null),
    // One beside another, rather than against a limit.
    isFirst: row.extra_of === null,
    planId: row.plan_id,
  }));
}

/** Pauses of all plans, and of plans that the reader sees. */
const seesPause = (reader: Reader) => (eb: ExpressionBuilder<Tables & { u: Tables["care_pauses"] }, "u">) =>
  eb.or([
    eb("u.plan_ids", "is", null),
    eb.exists(
      eb
        .selectFrom("medication_plans as p")
        .select("p.id")
        .whereRef("p.diary_id", "=", "u.diary_id")
        .where(sql<boolean>`p.id = any(u.plan_ids)`)
        .where(seesPlan(reader)),
    ),
  ]);

/** Pauses that were started. */
export async function newestPauses(reader: Reader, wanted: Wanted): Promise<Event<"pause">[]> {
  const columns = { at: "u.created_at", id: "u.id", actor: "u.started_by" };
  const rows = await newest("pause", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("care_pauses as u")
      .select(["u.id", "u.diary_id", "u.created_at", "u.started_by"])
      .whereRef("u.diary_id", "=", "d.id")
      .where(seesPause(reader)),
  );
  return rows.map((row) => eventOf("pause", row, row.id, row.created_at, row.started_by, null));
}

/** Pauses that somebody ended. */
export async function newestPauseEnds(reader: Reader, wanted: Wanted): Promise<Event<"pause-end">[]> {
  const columns = { at: "u.ended_at", id: "u.id", actor: "u.ended_by" };
  const rows = await newest("pause-end", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("care_pauses as u")
      .select(["u.id", "u.diary_id", "u.ended_at", "u.ended_by"])
      .whereRef("u.diary_id", "=", "d.id")
      .where("u.ended_at", "is not", null)
      .where(seesPause(reader)),
  );
  return rows.map((row) => eventOf("pause-end", row, row.id, row.ended_at!, row.ended_by, null));
}

/**
 * How many doses others gave on each day of the notebook's clock that the reader wasn't shown yet: one quiet line a day,
 * because nobody wants to read of each of them.
 */
export async function countGivenDoses(reader: Reader): Promise<Event<"given">[]> {
  const rows = await inNotebooks(reader, { limit: MAX_DAYS, isNew: true })
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom("doses as s")
              .innerJoin("medication_plans as p", (join) =>
                join.onRef("p.diary_id", "=", "s.diary_id").onRef("p.id", "=", "s.plan_id"),
              )
              .select(["s.recorded_at"])
              .select(sql<string>`((s.recorded_at at time zone d.time_zone)::date)::text`.as("day"))
              .whereRef("s.diary_id", "=", "d.id")
              .where("s.state", "=", "given")
              .where(sql<boolean>`s.recorded_at > ${SHOWN_UP_TO}`)
              .where("s.recorded_by", "!=", reader.userId)
              .where(seesPlan(reader))
              .orderBy("s.recorded_at", "desc")
              .orderBy("s.id", "desc")
              .limit(MAX_COUNTED)
              .as("g"),
          )
          .select(["g.day", sql<number>`count(*)::int`.as("doses")])
          .select(sql<number>`max(g.recorded_at)`.as("newest_at"))
          .groupBy("g.day")
          .orderBy("g.day", "desc")
          .limit(MAX_DAYS)
          .as("x"),
      (join) => join.onTrue(),
    )
    .select(["d.id as diary_id", "x.day", "x.doses", "x.newest_at"])
    .execute();
  return rows.map((row) => ({
    ...eventOf(
      "given",
      { diary_id: row.diary_id, page_key: null },
      `${row.diary_id} ${row.day}`,
      row.newest_at,
      null,
      null,
    ),
    stands: row.doses,
  }));
}

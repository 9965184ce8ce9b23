import { type RawBuilder, sql } from "kysely";
import type { PauseKind } from "../../doses/rules/pauses.ts";
import { seesPause, seesPlan } from "../../plans/server/public.ts";
import {
  type Event,
  inNotebooks,
  type OfNotebook,
  type Reader,
  readNewest,
  SHOWN_UP_TO,
  toEvent,
  type Wanted,
} from "./events.ts";

/** Events of plans, doses and pauses: news that nobody has to open. */

/** The most doses of a notebook that are counted, and on how many days. */
const MAX_COUNTED = 1000;
const MAX_DAYS = 14;

/** Plans that were made, and changes of them, each with what was said about it. */
export async function readNewestPlanVersions(reader: Reader, wanted: Wanted) {
  const columns = { at: "v.changed_at", id: "v.id", actor: "v.changed_by" };
  const rows = await readNewest("plan", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("medication_plan_versions as v")
      .innerJoin("medication_plans as p", (join) =>
        join.onRef("p.diary_id", "=", "v.diary_id").onRef("p.id", "=", "v.plan_id"),
      )
      .select(["v.id", "v.diary_id", "v.plan_id", "v.version", "v.changed_at", "v.changed_by"])
      .select(["v.words", "v.sealed_words"])
      .whereRef("v.diary_id", "=", "d.id")
      .where(seesPlan("p", reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("plan", row, row.id, row.changed_at, row.changed_by, null),
    isFirst: row.version === 1,
    planId: row.plan_id,
    version: row.version,
    words: row.words,
    sealedWords: row.sealed_words,
  }));
}

/** Plans that were ended, each with why. */
export async function readNewestPlanEnds(reader: Reader, wanted: Wanted) {
  const columns = { at: "p.ended_at", id: "p.id", actor: "p.ended_by" };
  const rows = await readNewest("plan-end", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("medication_plans as p")
      .select(["p.id", "p.diary_id", "p.ended_at", "p.ended_by", "p.end_words", "p.sealed_end_words"])
      .whereRef("p.diary_id", "=", "d.id")
      .where("p.ended_at", "is not", null)
      .where(seesPlan("p", reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("plan-end", row, row.id, row.ended_at!, row.ended_by, null),
    planId: row.id,
    words: row.end_words,
    sealedWords: row.sealed_end_words,
  }));
}

/** Doses given in addition to another one, or against a limit. */
export async function readNewestFlaggedDoses(reader: Reader, wanted: Wanted): Promise<Event<"dose">[]> {
  const columns = { at: "s.recorded_at", id: "s.id", actor: "s.recorded_by" };
  const rows = await readNewest("dose", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("doses as s")
      .innerJoin("medication_plans as p", (join) =>
        join.onRef("p.diary_id", "=", "s.diary_id").onRef("p.id", "=", "s.plan_id"),
      )
      .select(["s.id", "s.diary_id", "s.plan_id", "s.recorded_at", "s.recorded_by", "s.extra_of"])
      .whereRef("s.diary_id", "=", "d.id")
      // Written exactly as in the index.
      .where(sql<boolean>`s.state = 'given' and (s.extra_of is not null or s.against <> '{}')`)
      .where(seesPlan("p", reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("dose", row, row.id, row.recorded_at, row.recorded_by, null),
    // False for an extra dose, true for a dose against a limit.
    isFirst: row.extra_of === null,
    planId: row.plan_id,
  }));
}

/** That a dose is an extra one or exceeds a limit, and no member has reviewed it. Written exactly as in the index. */
const IS_TO_REVIEW = sql<boolean>`s.state = 'given' and s.reviewed_at is null
  and (s.extra_of is not null or s.against <> '{}')`;

/**
 * The entries about doses in a span that a member who takes over has to know: all except doses that were due after `dueBefore`
 * (epoch ms) and given as planned. A dose that was due earlier was open on the page before.
 */
export const getNewestDoseEntries = (reader: Reader, wanted: Wanted, dueBefore: number) =>
  selectDoseEntries(
    reader,
    wanted,
    sql<boolean>`(e.kind in ('not_given', 'corrected', 'withdrawn', 'followed_up', 'noted')
      or (e.kind = 'given' and (s.due_at <= ${new Date(dueBefore)} or e.values ->> 'slot' is null
        or e.values ->> 'extraOf' is not null or e.values -> 'against' <> '[]'::jsonb)))`,
  );

/** The newest entry of each dose that waits for a review, whenever it was recorded. */
export const getNewestDosesToReview = (reader: Reader, wanted: Wanted) =>
  selectDoseEntries(reader, wanted, sql<boolean>`(${IS_TO_REVIEW} and e.revision = s.revision)`);

/** The entries `e` of a notebook's doses `s`, of the plans `p` that the reader sees. */
const selectEntries = (eb: OfNotebook, { reader }: Reader) =>
  eb
    .selectFrom("dose_entries as e")
    .innerJoin("doses as s", (join) =>
      join.onRef("s.diary_id", "=", "e.diary_id").onRef("s.id", "=", "e.dose_id"),
    )
    .innerJoin("medication_plans as p", (join) =>
      join.onRef("p.diary_id", "=", "s.diary_id").onRef("p.id", "=", "s.plan_id"),
    )
    .whereRef("e.diary_id", "=", "d.id")
    .where(seesPlan("p", reader));

/** Entries of the ledger that meet a condition, each with its dose as it is now. */
async function selectDoseEntries(reader: Reader, wanted: Wanted, condition: RawBuilder<boolean>) {
  const columns = { at: "e.at", id: "e.id", actor: "e.by_user" };
  const rows = await readNewest("dose", reader, wanted, columns, (eb) =>
    selectEntries(eb, reader)
      .select(["e.id", "e.diary_id", "e.dose_id", "e.kind", "e.values", "e.words", "e.sealed_words"])
      .select(["e.by_user", "e.at", "s.plan_id"])
      .select(IS_TO_REVIEW.as("is_to_review"))
      .where(condition),
  );
  return rows.map((row) => ({
    ...toEvent("dose", row, row.id, row.at, row.by_user, null),
    planId: row.plan_id,
    doseId: row.dose_id,
    kind: row.kind,
    values: row.values,
    words: row.words,
    sealedWords: row.sealed_words,
    isToReview: row.is_to_review,
  }));
}

/**
 * The planned doses whose result, given or not, was recorded in a span: the entry and the state of the dose now. They need no
 * line each, so only their number is shown.
 */
export async function readNewestDoseResults(reader: Reader, wanted: Wanted) {
  const columns = { at: "e.at", id: "e.id", actor: "e.by_user" };
  const rows = await readNewest("dose", reader, wanted, columns, (eb) =>
    selectEntries(eb, reader)
      .select(["e.id", "e.dose_id", "e.at", "s.state"])
      .where("e.kind", "in", ["given", "not_given"])
      .where("s.state", "in", ["given", "not_given"])
      .where("s.slot", "is not", null)
      .where("s.extra_of", "is", null),
  );
  return rows.map((row) => ({
    id: row.id,
    updatedAt: row.at,
    doseId: row.dose_id,
    isGiven: row.state === "given",
  }));
}

/** Started and changed pauses, each once. */
export async function readNewestPauses(reader: Reader, wanted: Wanted) {
  const columns = { at: "u.updated_at", id: "u.id", actor: "u.updated_by" };
  const rows = await readNewest("pause", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("care_pauses as u")
      .select(["u.id", "u.diary_id", "u.created_at", "u.updated_at", "u.updated_by"])
      .select(["u.kind", "u.from_at", "u.until_at"])
      .whereRef("u.diary_id", "=", "d.id")
      .where(seesPause(reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("pause", row, row.id, row.updated_at, row.updated_by, null),
    ...pausedTime(row),
    isFirst: row.updated_at === row.created_at,
  }));
}

/** Pauses that a member ended. */
export async function readNewestPauseEnds(reader: Reader, wanted: Wanted) {
  const columns = { at: "u.ended_at", id: "u.id", actor: "u.ended_by" };
  const rows = await readNewest("pause-end", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("care_pauses as u")
      .select(["u.id", "u.diary_id", "u.ended_at", "u.ended_by", "u.kind", "u.from_at", "u.until_at"])
      .whereRef("u.diary_id", "=", "d.id")
      .where("u.ended_at", "is not", null)
      .where(seesPause(reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("pause-end", row, row.id, row.ended_at!, row.ended_by, null),
    ...pausedTime(row),
  }));
}

/** The kind of a pause and its time; epoch ms, without an end null. */
const pausedTime = (row: { kind: string; from_at: number; until_at: number | null }) => ({
  kind: row.kind as PauseKind,
  from: row.from_at,
  until: row.until_at,
});

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
              .where(seesPlan("p", reader.reader))
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
    ...toEvent(
      "given",
      { diary_id: row.diary_id, page_key: null },
      `${row.diary_id} ${row.day}`,
      row.newest_at,
      null,
      null,
    ),
    represents: row.doses,
  }));
}

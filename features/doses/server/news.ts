import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { inSpan, type Span } from "../../../server/db/span.ts";
import type { PlansAccess } from "../../plans/server/public.ts";

/**
 * What was written in the ledger in a span that somebody has to know: all except planned doses that were given as
 * planned. Newest first, with the plan's columns that name it.
 */
export async function newestEntries(
  db: Kysely<Tables>,
  { diaryId, seesTeam }: PlansAccess,
  { span, limit, userId }: { span: Span; limit: number; userId: string },
) {
  return inSpan(sql.ref("e.at"), span)
    .reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom("dose_entries as e")
        .innerJoin("doses as d", (join) =>
          join.onRef("d.diary_id", "=", "e.diary_id").onRef("d.id", "=", "e.dose_id"),
        )
        .innerJoin("medication_plans as p", (join) =>
          join.onRef("p.diary_id", "=", "d.diary_id").onRef("p.id", "=", "d.plan_id"),
        )
        .select(["e.id", "e.dose_id", "e.kind", "e.values", "e.words", "e.sealed_words", "e.by_user", "e.at"])
        .select(["d.plan_id"])
        .where("e.diary_id", "=", diaryId)
        .where(sql<boolean>`(e.kind in ('not_given', 'corrected', 'withdrawn', 'followed_up', 'noted')
          or (e.kind = 'given' and (e.values ->> 'slot' is null or e.values ->> 'extraOf' is not null
            or e.values -> 'against' <> '[]'::jsonb)))`)
        .$if(!seesTeam, (query) => query.where("p.visibility", "=", "extended"))
        .$if(span.withoutOwn, (query) => query.where("e.by_user", "!=", userId)),
    )
    .orderBy("e.at", "desc")
    .orderBy("e.id", "desc")
    .limit(limit)
    .execute();
}

/** Times in which somebody else gives the medicines that were written in a span, newest first. */
export async function newestPauses(
  db: Kysely<Tables>,
  { diaryId }: PlansAccess,
  { span, limit, userId }: { span: Span; limit: number; userId: string },
) {
  return inSpan(sql.ref("c.created_at"), span)
    .reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom("care_pauses as c")
        .select(["c.id", "c.kind", "c.from_at", "c.until_at", "c.started_by", "c.created_at"])
        .where("c.diary_id", "=", diaryId)
        .$if(span.withoutOwn, (query) => query.where("c.started_by", "!=", userId)),
    )
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();
}

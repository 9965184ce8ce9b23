import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { inSpan, type Span } from "../../../server/db/span.ts";
import type { PlansAccess } from "./access.ts";

type Wanted = { span: Span; limit: number; userId: string };

/** The versions of plans that were written in a span, newest first: the first one begins a plan. */
export async function newestPlanVersions(
  db: Kysely<Tables>,
  { diaryId, seesTeam }: PlansAccess,
  { span, limit, userId }: Wanted,
) {
  return inSpan(sql.ref("v.changed_at"), span)
    .reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom("medication_plan_versions as v")
        .innerJoin("medication_plans as p", (join) =>
          join.onRef("p.diary_id", "=", "v.diary_id").onRef("p.id", "=", "v.plan_id"),
        )
        .select(["v.plan_id", "v.version", "v.words", "v.sealed_words", "v.changed_by", "v.changed_at"])
        .where("v.diary_id", "=", diaryId)
        .$if(!seesTeam, (query) => query.where("p.visibility", "=", "extended"))
        .$if(span.withoutOwn, (query) => query.where("v.changed_by", "!=", userId)),
    )
    .orderBy("v.changed_at", "desc")
    .orderBy("v.plan_id")
    .limit(limit)
    .execute();
}

/** The plans that were ended in a span, newest first. */
export async function newestPlanEnds(
  db: Kysely<Tables>,
  { diaryId, seesTeam }: PlansAccess,
  { span, limit, userId }: Wanted,
) {
  return inSpan(sql.ref("p.ended_at"), span)
    .reduce(
      (query, condition) => query.where(condition),
      db
        .selectFrom("medication_plans as p")
        .select(["p.id as plan_id", "p.ended_by", "p.ended_at"])
        .where("p.diary_id", "=", diaryId)
        .where("p.ended_at", "is not", null)
        .$if(!seesTeam, (query) => query.where("p.visibility", "=", "extended"))
        .$if(span.withoutOwn, (query) => query.where("p.ended_by", "!=", userId)),
    )
    .orderBy("p.ended_at", "desc")
    .orderBy("p.id")
    .limit(limit)
    .execute();
}

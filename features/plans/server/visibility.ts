import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import type { RowReader } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";

/**
 * Who may see a plan and everything that belongs to it, in SQL: the same rules under the same names as in
 * lib/plan-visibility.ts, for rows by their aliases. `visibility.test.ts` compares the two.
 */

/** A reader of plans; for plans of several notebooks, `seesTeam` may depend on the row. */
export type PlanRowReader = Pick<RowReader, "seesTeam">;

/** Whether the reader sees the plan with this alias. */
export function seesPlan(plan: string, { seesTeam }: PlanRowReader): RawBuilder<boolean> {
  // Every plan has one of two visibilities, so nothing has to be compared.
  if (seesTeam === true) return sql<boolean>`true`;
  const isForEveryone = sql<boolean>`${sql.ref(`${plan}.visibility`)} = 'extended'`;
  return seesTeam === false ? isForEveryone : sql<boolean>`(${isForEveryone} or ${seesTeam(plan)})`;
}

type DoseBuilder = ExpressionBuilder<Tables & { d: Tables["doses"] }, "d">;

/** Whether the reader sees the dose with the alias `d`: exactly when they see its plan. */
export const seesDose =
  (reader: PlanRowReader) =>
  (eb: DoseBuilder): Expression<SqlBool> =>
    // Without this shortcut every dose would be joined with its plan.
    reader.seesTeam === true
      ? sql<boolean>`true`
      : eb.exists(
          eb
            .selectFrom("medication_plans as of_dose")
            .select("of_dose.id")
            .whereRef("of_dose.diary_id", "=", "d.diary_id")
            .whereRef("of_dose.id", "=", "d.plan_id")
            .where(seesPlan("of_dose", reader)),
        );

type PauseBuilder = ExpressionBuilder<Tables & { u: Tables["care_pauses"] }, "u">;

/**
 * Whether the reader sees the pause with the alias `u`: it is of all plans, or names a plan that they see. Other pauses
 * would reveal to viewers that there is a plan.
 */
export const seesPause =
  (reader: PlanRowReader) =>
  (eb: PauseBuilder): Expression<SqlBool> =>
    reader.seesTeam === true
      ? sql<boolean>`true`
      : eb.or([
          eb("u.plan_ids", "is", null),
          eb.exists(
            eb
              .selectFrom("medication_plans as of_pause")
              .select("of_pause.id")
              .whereRef("of_pause.diary_id", "=", "u.diary_id")
              .where(sql<boolean>`of_pause.id = any(u.plan_ids)`)
              .where(seesPlan("of_pause", reader)),
          ),
        ]);

import { sql } from "kysely";
import type { DeletedPerson } from "../../../server/auth/deleted_person.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { checkSetup, type EscalationSetup, removePerson } from "../rules.ts";

/** Removes a user from all escalation plans; the other members keep their times. */
export async function removeFromPlans(trx: Transaction, { id }: DeletedPerson): Promise<void> {
  const listed = JSON.stringify({ people: [{ userId: id }] });
  const plans = await trx
    .selectFrom("escalation_plans")
    .select(["id", "setup"])
    .where(sql<boolean>`setup @> ${listed}::jsonb`)
    .forUpdate()
    .execute();
  for (const plan of plans) {
    const setup = removePerson(plan.setup as EscalationSetup, id);
    await trx
      .updateTable("escalation_plans")
      // A list that told nobody else is off.
      .set({ setup: checkSetup(setup) ? null : JSON.stringify(setup), version: sql`version + 1` })
      .where("id", "=", plan.id)
      .execute();
  }
}

import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { PlansAccess } from "../../plans/server/public.ts";
import { countDoses } from "../rules/counts.ts";
import { composeSheet, type SheetDays } from "../rules/month.ts";
import { readSheet } from "./sheet_data.ts";

/** Counts of the planned doses of some days, by plan and week; `at` separates open doses from those not recorded. */
export async function summarize(
  db: Kysely<Tables>,
  access: PlansAccess,
  vault: Vault,
  days: SheetDays & { planId?: string | undefined },
  at: number,
) {
  const data = await readSheet(db, access, vault, days);
  const plans = new Map(data.plans.map((plan) => [plan._id, plan]));
  const { rows } = composeSheet(data, days, at);
  return {
    plans: countDoses(rows, days).map((counts) => {
      const { name, strength } = plans.get(counts.planId)!;
      return { ...counts, name, strength };
    }),
    isComplete: data.isComplete,
  };
}

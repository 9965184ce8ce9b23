import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { DEFAULT_VISIBILITY } from "../../../lib/visibility-levels.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { type NewList, readLatestMedications, replaceList } from "../../medications/server/public.ts";
import { MAX_MEDICATIONS, MEDICATION_MESSAGES } from "../../notes/rules/medication-limits.ts";
import { MAX_PLANS, PLAN_MESSAGES } from "../rules/limits.ts";
import { getNarrowest, listDifferences, matchPlans, toMedicationRows } from "../rules/plan-rows.ts";
import { getNewest } from "../rules/versions.ts";
import { type ComparisonAccess, type PlansAccess, toMemberPlans } from "./access.ts";
import { presentPlans, presentVersions, selectPlans } from "./data.ts";

type Db = Kysely<Tables>;

/** The running plans that a reader sees and that can be read, oldest first. */
async function listRunningPlans(db: Db, access: PlansAccess, vault: Vault) {
  const rows = await selectPlans(db, access)
    .where("p.ended_at", "is", null)
    .orderBy("p.created_at")
    .limit(MAX_PLANS)
    .execute();
  const ids = rows.map(({ id }) => id);
  const versions = await presentVersions(db, access.diaryId, ids);
  const plans = await presentPlans(db, access.diaryId, vault, rows, versions);
  return plans.filter(({ isLost }) => !isLost);
}

/**
 * The valid list as the reader sees it, with the plans of its rows and their differences; null when they see no list,
 * or only a replaced list. Readers who don't see all plans or lists aren't shown the gaps in them.
 */
export async function compareList(db: Db, { lists, plans }: ComparisonAccess, vault: Vault) {
  const latest = await readLatestMedications(db, lists, vault);
  if (!latest || latest.isLost || latest.newerList) return null;
  const { _id, shortId, noteDay, version, visibility, isEncrypted, medications } = latest;
  const running = await listRunningPlans(db, plans, vault);
  const { pairs } = matchPlans(medications, running);
  const differences = listDifferences(medications, running);
  return {
    list: { _id, shortId, noteDay, version, visibility, isEncrypted },
    rows: medications.map((row) => ({
      ...row,
      planIds: pairs.flatMap((pair) => (pair.row === row ? [pair.plan._id] : [])),
    })),
    differences: plans.seesTeam ? differences : differences.filter(({ kind }) => kind === "differs"),
  };
}

type Writing = {
  list: { noteId: string; version: number } | null;
  plans: readonly { planId: string; version: number }[];
  keepsOthers: boolean;
  locale?: string | undefined;
  title: string;
  reason?: string | undefined;
};

/**
 * Writes a list of medications from plans; returns its id and the statement that inserts it. Refused when the list or a
 * plan has changed since its writer saw them.
 */
export function writeList(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { list, plans: seen, keepsOthers, locale, title, reason }: Writing,
  now: Date,
): Promise<NewList> {
  return replaceList(db, access, vault, { list, title, reason }, now, async (latest) => {
    const reader = toMemberPlans(access);
    const plans = await listRunningPlans(db, reader, vault);
    const versionOf = new Map(seen.map(({ planId, version }) => [planId, version]));
    const isSame = (plan: (typeof plans)[number]) => versionOf.get(plan._id) === getNewest(plan).version;
    if (versionOf.size !== plans.length || !plans.every(isSame))
      throw new CareError("conflict", PLAN_MESSAGES.listChanged);
    const medications = toMedicationRows({ plans, former: latest?.medications ?? [], keepsOthers, locale });
    if (medications.length > MAX_MEDICATIONS) throw new CareError("limit", MEDICATION_MESSAGES.tooMany);
    return {
      medications,
      visibility: getNarrowest([
        latest?.visibility ?? DEFAULT_VISIBILITY,
        ...plans.map(({ visibility }) => visibility),
      ]),
      isEncrypted: (latest?.isEncrypted ?? false) || plans.some((plan) => plan.isEncrypted),
    };
  });
}

import type { Kysely } from "kysely";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { LIST_LOCALE } from "../../medications/rules.ts";
import { readLatestMedications, writeListFromPlans } from "../../medications/server/public.ts";
import { MAX_PLANS } from "../rules/limits.ts";
import { getNarrowest, listDifferences, matchPlans, toMedicationRows } from "../rules/plan-rows.ts";
import { type ComparisonAccess, type PlansAccess, toTeamPlans } from "./access.ts";
import { listVersionsOfPlans, presentPlans, presentVersions, selectPlans } from "./data.ts";

type Db = Kysely<Tables>;

/** The running plans that a reader sees and that can be read, oldest first. */
const listRunningPlans = (db: Db, access: PlansAccess, vault: Vault) =>
  presentReadable(
    db,
    access.diaryId,
    vault,
    selectPlans(db, access).where("p.ended_at", "is", null).orderBy("p.created_at").limit(MAX_PLANS),
  );

/** All running plans of a notebook and those that have just ended, oldest first, without those that can't be read. */
const readListedPlans = (db: Db, diaryId: string, vault: Vault, changed: readonly string[]) =>
  presentReadable(
    db,
    diaryId,
    vault,
    selectPlans(db, toTeamPlans(diaryId))
      .where((eb) => eb.or([eb("p.ended_at", "is", null), eb("p.id", "in", changed)]))
      .orderBy("p.created_at")
      .limit(MAX_PLANS + changed.length),
  );

async function presentReadable(
  db: Db,
  diaryId: string,
  vault: Vault,
  select: ReturnType<typeof selectPlans>,
) {
  const rows = await select.execute();
  const ids = rows.map(({ id }) => id);
  const versions = await presentVersions(db, diaryId, ids);
  const plans = await presentPlans(db, diaryId, vault, rows, versions);
  return plans.filter(({ isLost }) => !isLost);
}

/**
 * The valid list as the reader sees it, with the plans of its rows and their differences; null when they see no list,
 * or only a replaced list. Readers who don't see all plans or lists aren't shown the gaps in them.
 */
export async function compareList(db: Db, { lists, plans }: ComparisonAccess, vault: Vault) {
  const latest = await readLatestMedications(db, lists, vault);
  if (!latest || latest.isLost || latest.newerList) return null;
  const { _id, shortId, noteDay, version, visibility, isEncrypted, isFromPlans, medications } = latest;
  const running = await listRunningPlans(db, plans, vault);
  const { pairs } = matchPlans(medications, running);
  const differences = listDifferences(medications, running, isFromPlans ? latest.updatedAt : null);
  return {
    list: { _id, shortId, noteDay, version, visibility, isEncrypted, isFromPlans },
    rows: medications.map((row) => ({
      ...row,
      planIds: pairs.flatMap((pair) => (pair.row === row ? [pair.plan._id] : [])),
    })),
    differences: plans.seesTeam ? differences : differences.filter(({ kind }) => kind === "differs"),
  };
}

/**
 * Writes the rows of changed plans on the notebook's list of medications; all other rows stay, so that an open
 * difference stays one. Without a list it writes all running plans.
 * @param changed the plans' ids, each with its former name if it was corrected
 */
export async function listChangedPlans(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  changed: ReadonlyMap<string, { formerName?: string }>,
  now: Date,
): Promise<void> {
  await writeListFromPlans(db, access, vault, now, async (former) => {
    const read = await readListedPlans(db, access.diaryId, vault, [...changed.keys()]);
    const formerInstructions = await readFormerInstructions(
      db,
      access.diaryId,
      vault,
      read.filter(({ _id, current, coming }) => changed.has(_id) && current.version + coming.length > 1),
    );
    const plans = read.map((plan) => ({
      ...plan,
      formerInstructions: formerInstructions.get(plan._id) ?? [],
      ...changed.get(plan._id),
    }));
    const running = plans.filter(({ endedAt }) => endedAt === null);
    const levels = running.map(({ visibility }) => visibility);
    return {
      medications: toMedicationRows({
        plans,
        former: former?.medications ?? [],
        ...(former && { changed: new Set(changed.keys()) }),
        locale: LIST_LOCALE,
      }),
      visibility: getNarrowest(former ? [former.visibility, ...levels] : levels),
      isEncrypted: (former?.isEncrypted ?? false) || running.some((plan) => plan.isEncrypted),
    };
  });
}

/** The instructions of all versions of some plans, by plan. */
async function readFormerInstructions(
  db: Db,
  diaryId: string,
  vault: Vault,
  plans: readonly { _id: string; isEncrypted: boolean }[],
): Promise<Map<string, string[]>> {
  const versions = await listVersionsOfPlans(db, diaryId, vault, plans);
  return new Map([...versions].map(([id, each]) => [id, each.map(({ instructions }) => instructions)]));
}

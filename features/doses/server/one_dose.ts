import { type Kysely, type Selectable, sql } from "kysely";
import { may, mayOn } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import {
  BINDINGS,
  getOpener,
  type Opener,
  type PlansAccess,
  presentPlans,
  seesPlan,
} from "../../plans/server/public.ts";
import { MAX_TO_REVIEW } from "../rules/limits.ts";
import type { EntryValues } from "../schema.ts";
import type { DoseAccess } from "./access.ts";
import { listPeople, MAX_DOSES, presentDose } from "./doses.ts";

/** Reading single doses: those to review, one with its plan, and the history of one. */

type Db = Kysely<Tables>;

/** Extra doses and doses against a limit that no member has reviewed, with the doses that they conflict with. */
export async function listToReview(db: Db, access: PlansAccess, vault: Vault) {
  const { diaryId } = access;
  const rows = await db
    .selectFrom("doses as d")
    .innerJoin("medication_plans as p", (join) =>
      join.onRef("p.diary_id", "=", "d.diary_id").onRef("p.id", "=", "d.plan_id"),
    )
    .selectAll("d")
    .select(["p.facts", "p.sealed_facts", "p.unit"])
    .where("d.diary_id", "=", diaryId)
    .where(seesPlan("p", access))
    // Written as in the index.
    .where(
      sql<boolean>`d.state = 'given' and d.reviewed_at is null and (d.extra_of is not null or d.against <> '{}')`,
    )
    .orderBy("d.recorded_at", "desc")
    .limit(MAX_TO_REVIEW)
    .execute();
  const otherIds = [...new Set(rows.flatMap(({ extra_of, against }) => [extra_of ?? [], against].flat()))];
  const standing = await db
    .selectFrom("doses")
    .selectAll()
    .where("diary_id", "=", diaryId)
    .where("id", "in", otherIds.length > 0 ? otherIds : [NO_ID])
    .where("state", "=", "given")
    .orderBy("given_at")
    .limit(MAX_DOSES)
    .execute();
  const all = [...rows, ...standing];
  const open = await getOpener(
    vault,
    db,
    diaryId,
    rows.some((row) => row.sealed_facts),
  );
  const names = await readNames(db, all.flatMap(listPeople));
  const medicines = await listMedicines(
    db,
    diaryId,
    vault,
    standing.map((row) => row.plan_id),
  );
  return (
    rows
      .map((row) => {
        const facts = open(BINDINGS.plan(row.plan_id), row.facts, row.sealed_facts);
        const others = standing.filter(
          ({ id }) => id !== row.id && (id === row.extra_of || row.against.includes(id)),
        );
        return {
          name: facts?.name ?? "",
          strength: facts?.strength ?? "",
          doseUnit: row.unit as Unit,
          dose: presentDose(row, open, names),
          others: others.map((other) => presentDose(other, open, names)),
          medicines: medicines.filter(({ planId }) =>
            others.some((other) => other.plan_id === planId && planId !== row.plan_id),
          ),
        };
      })
      // When the other dose was withdrawn, there is nothing left to review; a dose that is too large needs no other.
      .filter(({ dose, others }) => others.length > 0 || dose.against.includes(dose._id))
  );
}

/** The names of other plans with doses that conflict with this plan's. */
async function listMedicines(db: Db, diaryId: string, vault: Vault, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  const rows = await db
    .selectFrom("medication_plans")
    .select(["id", "unit", "facts", "sealed_facts"])
    .where("diary_id", "=", diaryId)
    .where("id", "in", [...new Set(planIds)])
    .execute();
  const open = await getOpener(
    vault,
    db,
    diaryId,
    rows.some((row) => row.sealed_facts),
  );
  return rows.map((row) => {
    const facts = open(BINDINGS.plan(row.id), row.facts, row.sealed_facts);
    return {
      planId: row.id,
      name: facts?.name ?? "",
      strength: facts?.strength ?? "",
      doseUnit: row.unit as Unit,
    };
  });
}

/** No dose has this id; a list can't be compared with nothing. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A dose with its plan, the version that held for it, and the current doses that it conflicts with. */
export async function getDose(db: Db, access: DoseAccess, vault: Vault) {
  const { dose, plan, diaryId, role, userId } = access;
  const [versions, others, notebook] = await runPipelined(
    db
      .selectFrom("medication_plan_versions")
      .selectAll()
      .where("diary_id", "=", diaryId)
      .where("plan_id", "=", plan.id)
      .where("version", "=", dose.plan_version)
      .execute(),
    db
      .selectFrom("doses")
      .selectAll()
      .where("diary_id", "=", diaryId)
      .where("id", "in", [NO_ID, ...(dose.extra_of ? [dose.extra_of] : []), ...dose.against])
      .where("id", "!=", dose.id)
      .where("state", "=", "given")
      .orderBy("given_at")
      .execute(),
    db
      .selectFrom("diaries as d")
      .leftJoin("person_infos as i", "i.diary_id", "d.id")
      .select(["d.time_zone", "i.full_name"])
      .where("d.id", "=", diaryId)
      .executeTakeFirstOrThrow(),
  );
  const open = await getOpener(vault, db, diaryId, plan.sealed_facts !== null);
  const names = await readNames(db, [dose, ...others].flatMap(listPeople));
  const [presented] = await presentPlans(db, diaryId, vault, [plan], versions);
  const own = dose.recorded_by === userId;
  return {
    diaryId,
    timeZone: notebook.time_zone,
    subject: notebook.full_name ?? "",
    dose: presentDose(dose, open, names),
    plan: presented!,
    others: others.map((row) => presentDose(row, open, names)),
    medicines: await listMedicines(
      db,
      diaryId,
      vault,
      others.map((row) => row.plan_id).filter((id) => id !== plan.id),
    ),
    mayGive: may(role, "doses.give"),
    mayCorrect: mayOn(role, "doses.correct", { seen: true, own, isPrivate: false }),
  };
}

/** All entries about a dose, oldest first. */
export async function listEntries(db: Db, { dose, plan }: DoseAccess, vault: Vault) {
  const rows = await db
    .selectFrom("dose_entries")
    .selectAll()
    .where("diary_id", "=", dose.diary_id)
    .where("dose_id", "=", dose.id)
    .orderBy("revision")
    .limit(MAX_ENTRIES)
    .execute();
  const open = await getOpener(vault, db, dose.diary_id, plan.sealed_facts !== null);
  const names = await readNames(
    db,
    rows.flatMap((row) => [row.by_user, (row.values as EntryValues).givenBy ?? []].flat()),
  );
  return rows.map((row) => ({
    ...presentEntry(row, open, names),
    byId: row.by_user,
    giver: getGiver(row.values as EntryValues, names),
  }));
}

/** An entry as histories and copies show it. */
export function presentEntry(
  row: Selectable<Tables["dose_entries"]>,
  open: Opener,
  names: Map<string, string>,
) {
  const words = open(BINDINGS.entry(row.id), row.words, row.sealed_words);
  return {
    revision: row.revision,
    kind: row.kind,
    by: getShownName(names, row.by_user),
    at: row.at,
    values: row.values as EntryValues,
    note: words?.note ?? "",
    why: words?.why ?? "",
  };
}

const getGiver = ({ givenByName, givenBy }: EntryValues, names: Map<string, string>): string | null =>
  givenByName ?? (givenBy ? getShownName(names, givenBy) : null);

const MAX_ENTRIES = 500;

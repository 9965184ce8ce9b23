import { sql } from "kysely";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { type CopyReader, type CopySection, formatParagraph } from "../../../server/copies.ts";
import { readNames } from "../../../server/db/names.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import {
  getOpener,
  maySeePlans,
  presentPlans,
  presentVersions,
  seesPlan,
  selectPlans,
} from "../../plans/server/public.ts";
import { nameReason } from "../rules/reasons.ts";
import { listPeople, presentDose } from "./doses.ts";
import { presentEntry } from "./one_dose.ts";

/** How many doses are read at a time. */
const AT_A_TIME = 100;

/**
 * The doses of plans that the reader sees with all their entries, oldest first. A dose that is corrected during the
 * copy may be in it twice, before and after, under the same id.
 */
async function pageDoses({ caller: { db, ...caller }, diaryId, vault }: CopyReader, after: string | null) {
  const access = await maySeePlans("doses.see").resolve({ db, ...caller }, { diaryId });
  const [time, id] = after?.split("/") ?? [];
  const rows = await db
    .selectFrom("doses as d")
    .innerJoin("medication_plans as p", (join) =>
      join.onRef("p.diary_id", "=", "d.diary_id").onRef("p.id", "=", "d.plan_id"),
    )
    .selectAll("d")
    // With all its digits: a moment in milliseconds isn't exact enough to go on from.
    .select(sql<string>`d.recorded_at::text`.as("place"))
    .where("d.diary_id", "=", access.diaryId)
    .where(seesPlan("p", access))
    .$if(time !== undefined, (query) =>
      query.where(sql<boolean>`(d.recorded_at, d.id) > (${time}::timestamptz, ${id}::uuid)`),
    )
    .orderBy("d.recorded_at")
    .orderBy("d.id")
    .limit(AT_A_TIME)
    .execute();
  if (rows.length === 0) return { rows: [], next: null };
  const planIds = [...new Set(rows.map(({ plan_id }) => plan_id))];
  const planRows = await selectPlans(db, access).where("p.id", "in", planIds).execute();
  const versions = await presentVersions(db, diaryId, planIds);
  const plans = await presentPlans(db, diaryId, vault, planRows, versions);
  const planOf = new Map(plans.map((plan) => [plan._id, plan]));
  const entries = await db
    .selectFrom("dose_entries")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where(
      "dose_id",
      "in",
      rows.map((row) => row.id),
    )
    .orderBy("dose_id")
    .orderBy("revision")
    .execute();
  const isSealed = planRows.some((plan) => plan.sealed_facts !== null);
  const open = await getOpener(vault, db, diaryId, isSealed);
  const people = [...rows.flatMap(listPeople), ...entries.map((entry) => entry.by_user)];
  const names = await readNames(db, people);
  const byDose = Map.groupBy(entries, (entry) => entry.dose_id);
  const last = rows.at(-1)!;
  return {
    rows: rows.map((row) => {
      const { recordedById: _, givenById: __, claimedUntil: ___, ...dose } = presentDose(row, open, names);
      const plan = planOf.get(row.plan_id)!;
      return {
        ...dose,
        medicine: [plan.name, plan.strength].filter(Boolean).join(" "),
        doseUnit: plan.doseUnit,
        // An entry's values name a user by id, which is useless in a copy: the name is above.
        entries: (byDose.get(row.id) ?? []).map((entry) => {
          const { values, ...rest } = presentEntry(entry, open, names);
          const { givenBy: ____, ...facts } = values;
          return { ...rest, ...facts };
        }),
      };
    }),
    next: rows.length < AT_A_TIME ? null : `${last.place}/${last.id}`,
  };
}

type CopiedDose = Awaited<ReturnType<typeof pageDoses>>["rows"][number];

const STATE_WORDS: Record<CopiedDose["state"], Key> = {
  given: "copyhtml.given",
  not_given: "copyhtml.notGiven",
  claimed: "copyhtml.claimed",
  released: "copyhtml.released",
  withdrawn: "copyhtml.withdrawn",
};

const ENTRY_WORDS: Record<string, Key> = {
  given: "copyhtml.given",
  not_given: "copyhtml.notGiven",
  claimed: "copyhtml.entryClaimed",
  released: "copyhtml.entryReleased",
  corrected: "copyhtml.entryCorrected",
  withdrawn: "copyhtml.withdrawn",
  followed_up: "copyhtml.entryFollowedUp",
  reviewed: "copyhtml.entryReviewed",
  noted: "copyhtml.entryNoted",
};

export const section: CopySection<CopiedDose> = {
  name: "doses",
  title: "copyhtml.doses",
  page: pageDoses,
  article: (dose, inWords) => ({
    title: dose.medicine || t("copyhtml.dose"),
    facts: [
      t(STATE_WORDS[dose.state]),
      ...(dose.reason === null
        ? []
        : [
            dose.state === "not_given"
              ? nameReason(dose.reason)
              : t("copyhtml.withdrawnReason", { reason: dose.reason }),
          ]),
      ...(dose.amount === null ? [] : [formatAmount(dose.amount, dose.doseUnit)]),
      ...(dose.dueAt === null ? [] : [t("copyhtml.plannedFor", { moment: inWords(dose.dueAt) })]),
      ...(dose.givenAt === null ? [] : [t("copyhtml.givenAt", { moment: inWords(dose.givenAt) })]),
      ...(dose.givenBy === null ? [] : [t("copyhtml.givenBy", { name: dose.givenBy })]),
      t("copyhtml.recorded", { moment: inWords(dose.recordedAt), name: dose.recordedBy }),
      ...(dose.extraOf === null ? [] : [t("copyhtml.extra")]),
      ...(dose.against.length === 0 ? [] : [t("dosecells.markAgainst")]),
    ],
    body:
      formatParagraph(dose.note) +
      (dose.entries.length < 2 && !dose.entries.some(({ why }) => why)
        ? ""
        : dose.entries
            .map(
              (entry) =>
                `<div class="comment"><p class="meta">${t(ENTRY_WORDS[entry.kind]!)} · ${escapeHtml(entry.by)} · ${inWords(entry.at)}</p>${formatParagraph([entry.note, entry.why].filter(Boolean).join("\n"))}</div>`,
            )
            .join("")),
  }),
};

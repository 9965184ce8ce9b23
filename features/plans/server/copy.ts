import { seesPlan } from "../../../lib/plan-visibility.ts";
import { t } from "../../../lib/words/t.ts";
import { type CopyPart, type CopyReader, type CopySection, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { formatSchedule, limitLines } from "../rules/schedule-words.ts";
import { maySeePlans } from "./access.ts";
import { listVersionsOfPlans, presentPlans, presentVersions, selectPlans } from "./data.ts";
import { readPlansTogether } from "./together.ts";

/** How many plans are read at a time. */
const AT_A_TIME = 20;

/** The plans that the reader sees with all their versions, oldest first. */
async function pagePlans({ caller, diaryId, vault }: CopyReader, after: string | null) {
  const access = await maySeePlans("plans.see").resolve(caller, { diaryId });
  let select = selectPlans(caller.db, access).orderBy("p.id").limit(AT_A_TIME);
  if (after !== null) select = select.where("p.id", ">", after);
  const rows = await select.execute();
  const ids = rows.map(({ id }) => id);
  const plans = await presentPlans(
    caller.db,
    diaryId,
    vault,
    rows,
    await presentVersions(caller.db, diaryId, ids),
  );
  const versions = await listVersionsOfPlans(caller.db, diaryId, vault, plans);
  const { byId, together } = await readPlansTogether(caller.db, diaryId, vault, Date.now());
  const listName = (planId: string) => {
    const other = byId.get(planId);
    return other && seesPlan(other, access) ? [[other.name, other.strength].filter(Boolean).join(" ")] : [];
  };
  return plans.map(({ current: _, coming: __, sourceNoteId: ___, ...plan }) => ({
    ...plan,
    countsTogetherWith: (together.get(plan._id) ?? []).flatMap(listName),
    versions: versions.get(plan._id) ?? [],
  }));
}

type CopiedPlan = Awaited<ReturnType<typeof pagePlans>>[number];

const section: CopySection<CopiedPlan> = {
  name: "plans",
  title: "copyhtml.plans",
  async page(reader, cursor) {
    const rows = await pagePlans(reader, cursor);
    return { rows, next: rows.length < AT_A_TIME ? null : rows.at(-1)!._id };
  },
  article: (plan, inWords) => ({
    title: plan.isLost ? t("copyhtml.planLost") : [plan.name, plan.strength].filter(Boolean).join(" "),
    facts: [
      ...[plan.form, plan.route].filter(Boolean),
      ...(plan.prescriber ? [t("copyhtml.prescribedBy", { name: plan.prescriber })] : []),
      ...plan.countsTogetherWith.map((name) => t("copyhtml.together", { name })),
      t("copyhtml.since", { moment: inWords(plan.createdAt) }),
      ...(plan.endedAt === null ? [] : [t("copyhtml.ended", { moment: inWords(plan.endedAt) })]),
    ],
    body:
      formatParagraph(plan.notes) +
      plan.versions
        .map(
          (version) =>
            `<div class="comment"><p class="meta">${escapeHtml(formatVersionFacts(plan, version, inWords).join(" · "))}</p>${formatParagraph([version.instructions, version.reason].filter(Boolean).join("\n"))}</div>`,
        )
        .join(""),
  }),
};

function formatVersionFacts(
  { doseUnit }: CopiedPlan,
  version: CopiedPlan["versions"][number],
  inWords: (ts: number) => string,
): string[] {
  const { schedule, effectiveFrom, changedBy, saidBy, firstDay, lastDay } = version;
  return [
    t("copyhtml.versionBy", { moment: inWords(effectiveFrom), name: changedBy }),
    formatSchedule(schedule, { unit: doseUnit }),
    ...limitLines(version, { unit: doseUnit }),
    lastDay === null
      ? t("copyhtml.fromDay", { from: firstDay })
      : t("copyhtml.daySpan", { from: firstDay, until: lastDay }),
    ...(saidBy ? [t("copyhtml.accordingTo", { name: saidBy })] : []),
  ];
}

export const copy: CopyPart = { sections: [section] };

import { type CopyPart, type CopyReader, type CopySection, paragraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { limitLines, scheduleWords } from "../rules/schedule-words.ts";
import { seesPlan } from "../rules/visibility.ts";
import { maySeePlans } from "./access.ts";
import { presentPlans, presentVersions, selectPlans, versionsOfPlans } from "./data.ts";
import { plansTogether } from "./together.ts";

/** How many plans are read at a time. */
const AT_A_TIME = 20;

/** The plans that the reader sees with all their versions, oldest first. */
async function plansAfter({ caller, diaryId, vault }: CopyReader, after: string | null) {
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
  const versions = await versionsOfPlans(caller.db, diaryId, vault, rows);
  const { byId, together } = await plansTogether(caller.db, diaryId, vault, Date.now());
  const named = (planId: string) => {
    const other = byId.get(planId);
    return other && seesPlan(other, access) ? [[other.name, other.strength].filter(Boolean).join(" ")] : [];
  };
  return plans.map(({ current: _, coming: __, sourceNoteId: ___, ...plan }) => ({
    ...plan,
    countsTogetherWith: (together.get(plan._id) ?? []).flatMap(named),
    versions: versions.get(plan._id) ?? [],
  }));
}

type CopiedPlan = Awaited<ReturnType<typeof plansAfter>>[number];

const LOST = "This plan was encrypted with a key that no longer exists";

const section: CopySection<CopiedPlan> = {
  name: "plans",
  title: "Medication plans",
  async page(reader, cursor) {
    const rows = await plansAfter(reader, cursor);
    return { rows, next: rows.length < AT_A_TIME ? null : rows.at(-1)!._id };
  },
  article: (plan, inWords) => ({
    title: plan.isLost ? LOST : [plan.name, plan.strength].filter(Boolean).join(" "),
    facts: [
      ...[plan.form, plan.route].filter(Boolean),
      ...(plan.prescriber ? [`prescribed by ${plan.prescriber}`] : []),
      ...plan.countsTogetherWith.map((other) => `counts together with ${other}`),
      `since ${inWords(plan.createdAt)}`,
      ...(plan.endedAt === null ? [] : [`ended ${inWords(plan.endedAt)}`]),
    ],
    body:
      paragraph(plan.notes) +
      plan.versions
        .map(
          (version) =>
            `<div class="comment"><p class="meta">${escapeHtml(versionFacts(plan, version, inWords).join(" · "))}</p>${paragraph([version.instructions, version.reason].filter(Boolean).join("\n"))}</div>`,
        )
        .join(""),
  }),
};

function versionFacts(
  { doseUnit }: CopiedPlan,
  version: CopiedPlan["versions"][number],
  inWords: (ts: number) => string,
): string[] {
  const { schedule, effectiveFrom, changedBy, saidBy, firstDay, lastDay } = version;
  return [
    `${inWords(effectiveFrom)} ${changedBy}`,
    scheduleWords(schedule, { unit: doseUnit, locale: "en" }),
    ...limitLines(version, { unit: doseUnit, locale: "en" }),
    lastDay === null ? `from ${firstDay}` : `${firstDay} to ${lastDay}`,
    ...(saidBy ? [`said by ${saidBy}`] : []),
  ];
}

export const copy: CopyPart = { sections: [section] };

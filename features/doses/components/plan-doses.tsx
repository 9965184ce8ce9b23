import type { DoseDays, Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatDose, formatMedicine } from "../client/dose-words.ts";
import type { Today } from "../client/today-rows.ts";

type PlanDosesProps = {
  notebook: Notebook;
  planId: string;
  /** Of today and the days before. */
  days: DoseDays;
  now: number;
  myId: string | undefined;
};

/** "Last: 1 tablet, 08:02, Anna"; nothing without a dose of the loaded days. */
export function LastDose({ planId, days, now, myId }: Omit<PlanDosesProps, "notebook">) {
  const plan = days.plans.find(({ _id }) => _id === planId);
  const lately = days.lately.find((each) => each.planId === planId)?.doses ?? [];
  const given = [...days.doses, ...lately].filter(
    (dose) => dose.planId === planId && dose.state === "given" && dose.givenAt! <= now,
  );
  if (!plan || given.length === 0) return null;
  const last = given.reduce((one, other) => (other.givenAt! > one.givenAt! ? other : one));
  return (
    <Soft>
      {t("dosewords.last", { dose: formatDose(last, plan, { myId, timeZone: days.timeZone, now }) })}
    </Soft>
  );
}

type GiveLinkProps = Pick<PlanDosesProps, "notebook" | "planId"> & {
  /** The rows of the day, computed once for all medicines. */
  today: Today;
};

/** Leads to the dose that can be given now, where its amount, limits and time are. */
export function GiveLink({ notebook, planId, today: { earlier, groups, asNeeded } }: GiveLinkProps) {
  const isNow = (state: string) => state === "due" || state === "late";
  const planned = [...earlier, ...groups.flatMap(({ rows }) => rows)].find(
    ({ plan, state, isOpen }) => plan._id === planId && isOpen && isNow(state),
  );
  const needed = asNeeded.find(({ plan }) => plan._id === planId);
  const plan = planned?.plan ?? needed?.plan;
  if (!plan || !notebook.permissions.includes("doses.give")) return null;
  return (
    <LinkButton
      to="/care/$diaryId/doses"
      params={{ diaryId: getShownId(notebook) }}
      search={planned ? { dose: planId, slot: planned.slot } : {}}
      variant={planned ? "filled" : "default"}
      aria-label={t("dosewords.giveNamed", { name: formatMedicine(plan) })}
    >
      {t("dosewords.giveMore")}
    </LinkButton>
  );
}

import { Alert } from "@mantine/core";
import { IconWorld } from "@tabler/icons-react";
import type { Notebook } from "../../../lib/api.ts";
import { placeOfZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import type { Plan } from "../client/use-plans.ts";
import { getNewest } from "../rules/versions.ts";

/** The running plans that go by the clock of another zone than the notebook's. */
export const listPlansElsewhere = (plans: readonly Plan[], timeZone: string): Plan[] =>
  plans.filter((plan) => {
    const newest = getNewest(plan);
    return (
      plan.endedAt === null &&
      !plan.isLost &&
      newest.timeZone !== timeZone &&
      ["clock", "everyHours", "steps"].includes(newest.schedule.kind)
    );
  });

/** Shows that plans still use a former time zone of the notebook, and leads to the decision from when on they don't. */
export function ZoneNotice({ notebook, plans }: { notebook: Notebook; plans: readonly Plan[] }) {
  const elsewhere = listPlansElsewhere(plans, notebook.timeZone);
  const [first] = elsewhere;
  if (!first) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconWorld aria-hidden="true" />}
      title={t("plans.zoneTitle", {
        count: elsewhere.length,
        place: placeOfZone(first.current.timeZone),
      })}
    >
      <p>{t("plans.zoneText", { place: placeOfZone(notebook.timeZone) })}</p>
      {notebook.permissions.includes("plans.edit") && (
        <LinkButton
          to="/care/$diaryId/plans/zone"
          params={{ diaryId: getShownId(notebook) }}
          variant="default"
        >
          {t("plans.decide")}
        </LinkButton>
      )}
    </Alert>
  );
}

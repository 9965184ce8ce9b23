import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import type { Comparison, Plan } from "../client/use-plans.ts";

/** How many are offered at once; a button shows the others. */
const SHOWN = 4;

function Offers({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Soft id={id}>{title}</Soft>
      <Actions isTight>
        {showsAll ? children : children.slice(0, SHOWN)}
        {!showsAll && children.length > SHOWN && (
          <Button variant="subtle" onClick={() => setShowsAll(true)}>
            {t("planedit.moreRows", { count: children.length - SHOWN })}
          </Button>
        )}
      </Actions>
    </section>
  );
}

type RowChoicesProps = { comparison: Comparison; diaryId: string };

/** The rows of the valid list without a plan, each the beginning of one. */
export const RowChoices = ({ comparison: { list, rows }, diaryId }: RowChoicesProps) => (
  <Offers title={t("planedit.listRows", { day: shortDay(list.noteDay) })}>
    {rows.flatMap((row, index) =>
      row.planIds.length > 0
        ? []
        : [
            <LinkButton
              // biome-ignore lint/suspicious/noArrayIndexKey: the list as it is; nothing in it moves
              key={index}
              to="/care/$diaryId/plans/new"
              params={{ diaryId }}
              search={{ row: index }}
              variant="default"
              aria-label={t("planedit.planOne", { name: formatMedicationLabel(row) })}
            >
              {formatMedicationLabel(row)}
            </LinkButton>,
          ],
    )}
  </Offers>
);

type EarlierChoicesProps = { plans: readonly Plan[]; onChoose: (plan: Plan) => void };

/** Medicines that had a plan before. */
export function EarlierChoices({ plans, onChoose }: EarlierChoicesProps) {
  const getKey = ({ name, strength }: Plan) => `${name} ${strength}`.trim().toLowerCase();
  const running = new Set(plans.filter(({ endedAt }) => endedAt === null).map(getKey));
  const ended = new Map(
    plans.filter((plan) => !running.has(getKey(plan)) && !plan.isLost).map((plan) => [getKey(plan), plan]),
  );
  return (
    <Offers title={t("planedit.earlier")}>
      {[...ended].map(([key, plan]) => (
        <Button
          key={key}
          variant="default"
          aria-label={t("planedit.useOne", { name: plan.name })}
          onClick={() => onChoose(plan)}
        >
          {placeSideBySide([plan.name, plan.strength])}
        </Button>
      ))}
    </Offers>
  );
}

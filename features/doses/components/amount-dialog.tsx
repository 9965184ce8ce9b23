import { Button, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { getNeededState } from "../client/as-needed.ts";
import type { DoseActions } from "../client/dose-actions.ts";
import { formatDose, formatDoseAmount, formatMedicine } from "../client/dose-words.ts";
import { limitWords } from "../client/limit-words.ts";

type AmountDialogProps = { plan: DosePlan; actions: DoseActions; onClose: () => void };

/** How much of a range is given; also asked shortly after another dose, when one more tap may mean the same one. */
export function AmountDialog({ plan, actions, onClose }: AmountDialogProps) {
  // Live: another member may give the dose while this one chooses.
  const lately = actions.getRecentDoses(plan._id);
  const { schedule } = plan.current;
  const { amount, most } = schedule.kind === "asNeeded" ? schedule : { amount: 1, most: null };
  const amounts = most === null ? [amount] : listSteps(amount, most);
  const [chosen, setChosen] = useState(amount);
  const standing = getNeededState(
    plan,
    lately,
    chosen,
    actions.reading.now,
    actions.listSameMedicine(plan._id),
  );
  const limits = limitWords(plan, standing, actions.reading);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("dosewords.giveNamed", { name: formatMedicine(plan) })}
      size="sm"
    >
      <Stack>
        {standing.last && (
          <p>{t("dosedialogs.last", { dose: formatDose(standing.last, plan, actions.reading) })}</p>
        )}
        {limits && <p role="status">{limits}</p>}
        {amounts.length > 1 && (
          <Radio.Group
            label={t("dosedialogs.howMuch")}
            value={String(chosen)}
            onChange={(value) => setChosen(Number(value))}
          >
            <Stack gap="xs" mt="xs">
              {amounts.map((each) => (
                <Radio key={each} value={String(each)} label={formatDoseAmount(each, plan)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Actions isEnd>
          <Button variant="default" onClick={onClose}>
            {t("dosedialogs.cancel")}
          </Button>
          <Button
            onClick={() => {
              onClose();
              const confirmedRecentDoseIds = standing.justGiven.map(({ _id }) => _id);
              void actions.give({ plan, slot: null, amount: chosen, confirmedRecentDoseIds });
            }}
          >
            {t(standing.justGiven.length > 0 ? "dosedialogs.giveAnotherAmount" : "dosedialogs.giveAmount", {
              amount: formatDoseAmount(chosen, plan),
            })}
          </Button>
        </Actions>
      </Stack>
    </Modal>
  );
}

/** The smaller amount, the larger one, and between them steps of the smaller one. */
function listSteps(least: number, most: number): number[] {
  const steps: number[] = [];
  for (let step = least; step < most && steps.length < 6; step = Math.round((step + least) * 1000) / 1000)
    steps.push(step);
  return [...steps, most];
}

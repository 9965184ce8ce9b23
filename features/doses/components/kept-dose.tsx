import { Button, Stack } from "@mantine/core";
import type { DoseConflict, DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import { formatDoseAmount, formatMedicine, formatMoment, type Reading } from "../client/dose-words.ts";
import { type DoseCall, type GivenCall, toRecord } from "../client/waiting-doses.ts";
import { Conflicts } from "./conflicts.tsx";

type KeptDoseProps = {
  /** A dose that was given without a connection. */
  kept: GivenCall;
  conflicts: readonly DoseConflict[];
  plan: DosePlan;
  reading: Reading;
  /** Whether both entries may be of one tablet. */
  mayBeSame: boolean;
  onRecord: (call: DoseCall) => void;
  /** Opens the form of the given dose. */
  onChange: () => void;
  onDrop: () => void;
  onLater: () => void;
};

/** A dose that was given without a connection and conflicts with others: it happened, so the first way on records it. */
export function KeptDose({
  kept,
  conflicts,
  plan,
  reading,
  mayBeSame,
  onRecord,
  onChange,
  onDrop,
  onLater,
}: KeptDoseProps) {
  const { amount, givenAt } = kept.args;
  const isBoth = conflicts.some(({ amount: other }) => other !== null);
  return (
    <Modal opened onClose={onLater} title={t(isBoth ? "dosequestions.keptTwice" : "dosequestions.keptOnce")}>
      <Stack>
        <p dir="auto">
          {joinParts("schedule.comma", [formatMedicine(plan), formatDoseAmount(amount, plan)])}
        </p>
        <p>{t("dosequestions.keptText", { when: formatMoment(givenAt, reading) })}</p>
        <Conflicts
          conflicts={conflicts}
          plan={plan}
          dose={{ slot: kept.slot, amount, kind: kept.kind }}
          reading={reading}
        />
        <Actions isEnd>
          <Button variant="default" onClick={onChange}>
            {t("dosequestions.changeMine")}
          </Button>
          <Button variant="default" onClick={onDrop}>
            {t(mayBeSame ? "dosequestions.onlyOne" : "dosequestions.notByMe")}
          </Button>
          <Button
            data-autofocus
            onClick={() =>
              onRecord(
                toRecord(
                  kept,
                  conflicts.map(({ id }) => id),
                ),
              )
            }
          >
            {t(isBoth ? "dosequestions.recordBoth" : "dosequestions.recordIt")}
          </Button>
        </Actions>
      </Stack>
    </Modal>
  );
}

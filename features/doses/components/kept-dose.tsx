import { Button, Stack } from "@mantine/core";
import type { DoseConflict, DosePlan } from "../../../lib/api.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
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
    <Modal opened onClose={onLater} title={isBoth ? "Was it given twice?" : "Was it given?"}>
      <Stack>
        <p dir="auto">
          {formatMedicine(plan)}, {formatDoseAmount(amount, plan)}
        </p>
        <p>
          You gave it at {formatMoment(givenAt, reading)}, and this device kept it without a connection.
          Meanwhile:
        </p>
        <Conflicts
          conflicts={conflicts}
          plan={plan}
          dose={{ slot: kept.slot, amount, kind: kept.kind }}
          reading={reading}
        />
        <Actions isEnd>
          <Button variant="default" onClick={onChange}>
            Change my entry…
          </Button>
          <Button variant="default" onClick={onDrop}>
            {mayBeSame ? "Only one was given: delete my entry" : "I didn’t give it: delete my entry"}
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
            {isBoth ? "You both gave it: record both" : "It was given: record it"}
          </Button>
        </Actions>
      </Stack>
    </Modal>
  );
}

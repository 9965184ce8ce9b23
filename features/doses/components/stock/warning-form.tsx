import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Fields } from "../../../../ui/fields.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Problem, Soft } from "../../../../ui/text.tsx";
import { readAmount, UNITS } from "../../../plans/rules/amounts.ts";
import { type PlanStock, useStockWrites } from "../../client/use-stock.ts";
import { STOCK_MESSAGES } from "../../rules/messages.ts";
import { formatWarning } from "../../rules/stock.ts";

const FAILED = "That couldn't be saved";

/** The number below which Today shows low stock. Only the family knows it, so there is no default. */
export function WarningForm({ plan }: { plan: PlanStock }) {
  const { setWarning } = useStockWrites();
  const { planId, warning, doseUnit, hasTimes } = plan;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);

  async function save(next: typeof warning) {
    setFailure(null);
    try {
      await setWarning({ planId, warning: next });
      setText("");
    } catch (error) {
      console.error(FAILED, error);
      setFailure(getErrorMessage(error, FAILED));
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
    const read = hasTimes ? { amount: days } : readAmount(text, doseUnit);
    const found =
      "problem" in read
        ? writeMessage(read.problem)
        : read.amount > 0
          ? undefined
          : writeMessage(STOCK_MESSAGES.wholeDays);
    setProblem(found);
    if (!("problem" in read) && !found) save({ below: read.amount, of: hasTimes ? "days" : "amount" });
  }

  return (
    <Section title="When little is left" isApart>
      {warning && (
        <>
          <p>{formatWarning(warning, doseUnit)}</p>
          <Actions>
            <Button variant="default" onClick={() => save(null)}>
              Don't tell any more
            </Button>
          </Actions>
        </>
      )}
      <Fields as="form" onSubmit={submit} noValidate>
        <TextInput
          label={
            hasTimes
              ? "Tell on Today when fewer days than this are left"
              : `Tell on Today when fewer ${UNITS[doseUnit][1]} than this are left`
          }
          inputMode={hasTimes ? "numeric" : "decimal"}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Soft>You choose the number; CareDiary has none of its own.</Soft>
        {failure && <Problem>{failure}</Problem>}
        <Actions>
          <Button type="submit" variant="default">
            Set
          </Button>
        </Actions>
      </Fields>
    </Section>
  );
}

import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Fields } from "../../../../ui/fields.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Problem, Soft } from "../../../../ui/text.tsx";
import { formatAmount, formatUnit } from "../../../plans/rules/amount-words.ts";
import { readAmount, type Unit } from "../../../plans/rules/amounts.ts";
import { type PlanStock, useStockWrites } from "../../client/use-stock.ts";
import { STOCK_MESSAGES } from "../../rules/messages.ts";
import type { StockWarning } from "../../rules/stock.ts";

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
      console.error("The warning level couldn't be saved", error);
      setFailure(getErrorMessage(error, t("stockdialog.warnNotSaved")));
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
    <Section title={t("stockdialog.warnTitle")} isApart>
      {warning && (
        <>
          <p>{formatWarning(warning, doseUnit)}</p>
          <Actions>
            <Button variant="default" onClick={() => save(null)}>
              {t("stockdialog.warnNoMore")}
            </Button>
          </Actions>
        </>
      )}
      <Fields as="form" onSubmit={submit} noValidate>
        <TextInput
          label={
            hasTimes ? t("stockdialog.warnDays") : t("stockdialog.warnAmount", { unit: formatUnit(doseUnit) })
          }
          inputMode={hasTimes ? "numeric" : "decimal"}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Soft>{t("stockdialog.warnHint")}</Soft>
        {failure && <Problem>{failure}</Problem>}
        <Actions>
          <Button type="submit" variant="default">
            {t("stockdialog.set")}
          </Button>
        </Actions>
      </Fields>
    </Section>
  );
}

/** The warning level in words. */
const formatWarning = ({ below, of }: StockWarning, unit: Unit): string =>
  of === "days"
    ? t("stockdialog.toldDays", { days: below })
    : t("stockdialog.toldAmount", { amount: formatAmount(below, unit) });

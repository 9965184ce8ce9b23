import { Button, Radio, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import type { Key } from "../../../../lib/words/keys.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { DayAndTime, getMoment, NO_MOMENT } from "../../../../ui/day-and-time.tsx";
import { Fields } from "../../../../ui/fields.tsx";
import { notifySuccess } from "../../../../ui/notify.ts";
import { Problem, Soft } from "../../../../ui/text.tsx";
import { formatUnit } from "../../../plans/rules/amount-words.ts";
import { readAmount } from "../../../plans/rules/amounts.ts";
import { type PlanStock, useStockWrites } from "../../client/use-stock.ts";
import { STOCK_KINDS, type StockKind } from "../../rules/stock.ts";

const LABELS: Record<StockKind, Key> = {
  counted: "stockdialog.kindCounted",
  added: "stockdialog.kindAdded",
  discarded: "stockdialog.kindDiscarded",
};

/** Writes that something was counted, added or thrown away. */
export function StockForm({ notebook, plan }: { notebook: Notebook; plan: PlanStock }) {
  const { record } = useStockWrites();
  const [kind, setKind] = useState<StockKind>("counted");
  const [amount, setAmount] = useState("");
  const [when, setWhen] = useState(NO_MOMENT);
  const [isEarlier, setIsEarlier] = useState(false);
  const [problems, setProblems] = useState<{ amount?: string; when?: string }>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const { planId, doseUnit, stock } = plan;

  async function submit(event: FormEvent) {
    event.preventDefault();
    const isNothing = kind === "counted" && /^0+$/.test(amount.trim());
    const read = isNothing ? { amount: 0 } : readAmount(amount, doseUnit);
    const at = isEarlier ? getMoment(when, notebook.timeZone) : null;
    const found = {
      ...("problem" in read && { amount: writeMessage(read.problem) }),
      ...(isEarlier && at === null && { when: t("stockdialog.chooseWhen") }),
    };
    setProblems(found);
    setFailure(null);
    if ("problem" in read || found.when) return;
    setIsSaving(true);
    try {
      await record({ planId, kind, amount: read.amount, ...(at !== null && { at }) });
      setAmount("");
      notifySuccess(t("stockdialog.saved"));
    } catch (error) {
      console.error("The stock couldn't be saved", error);
      setFailure(getErrorMessage(error, t("stockdialog.notSaved")));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Fields as="form" onSubmit={submit} noValidate>
      <Radio.Group
        label={t("stockdialog.what")}
        value={kind}
        onChange={(value) => setKind(value as StockKind)}
      >
        <Stack gap="xs">
          {STOCK_KINDS.map((each) => (
            <Radio key={each} value={each} label={t(LABELS[each])} disabled={!stock && each !== "counted"} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t("stockdialog.howMany", { unit: formatUnit(doseUnit) })}
        inputMode="decimal"
        value={amount}
        error={problems.amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      {isEarlier ? (
        <DayAndTime label={t("stockdialog.when")} value={when} onChange={setWhen} error={problems.when} />
      ) : (
        <Actions isQuiet>
          <Button variant="subtle" onClick={() => setIsEarlier(true)}>
            {t("stockdialog.earlier")}
          </Button>
        </Actions>
      )}
      {kind === "counted" && <Soft>{t("stockdialog.countAgain")}</Soft>}
      {failure && <Problem>{failure}</Problem>}
      <Actions isEnd>
        <Button type="submit" loading={isSaving}>
          {t("stockdialog.save")}
        </Button>
      </Actions>
    </Fields>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { PlainButton } from "../../../ui/plain-button.tsx";
import type { Problems } from "../client/plan-args.ts";
import { type DosesValue, hasAmountsByTime } from "../client/plan-values.ts";
import { formatUnit } from "../rules/amount-words.ts";
import { UNIT_NAMES, type Unit } from "../rules/amounts.ts";
import { formatTime } from "../rules/schedule-words.ts";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";

/** How much is given, unless each time or part has an amount of its own. The unit stays what it is once it is saved. */
export function AmountFields({ values, problems, onChange, isChange }: PartProps & { isChange: boolean }) {
  const { kind, doseUnit } = values;
  const isOne = kind === "clock" ? !hasAmountsByTime(values) : kind !== "steps" && kind !== "freeText";
  return (
    <div className={styles.row}>
      {isOne && (
        <AmountField
          label={t("planedit.howMuch", { unit: formatUnit(doseUnit) })}
          value={values.amount}
          problem={problems.amount}
          onChange={(amount) => onChange({ ...values, amount })}
        />
      )}
      {kind === "asNeeded" && (
        <AmountField
          label={t("planedit.upTo")}
          value={values.most}
          problem={problems.most}
          onChange={(most) => onChange({ ...values, most })}
        />
      )}
      {!isChange && (
        <NativeSelect
          label={t("planedit.whatCounted")}
          className={styles.grows}
          data={UNIT_NAMES.map((unit) => ({ value: unit, label: formatUnit(unit) }))}
          value={doseUnit}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, doseUnit: value as Unit })}
        />
      )}
    </div>
  );
}

type DosesProps = {
  doses: DosesValue;
  unit: Unit;
  problems: Problems;
  path: string;
  onChange: (changed: Partial<DosesValue>) => void;
};

/** The amount of a part of a plan. */
export const StepAmount = ({ doses, unit, problems, path, onChange }: DosesProps) => (
  <AmountField
    label={t("planedit.howMuch", { unit: formatUnit(unit) })}
    value={doses.amount}
    problem={problems[`${path}amount`]}
    onChange={(amount) => onChange({ amount })}
  />
);

/** An amount for each of several times. */
export function OwnAmounts({ doses, unit, problems, path, onChange }: DosesProps) {
  const { times } = doses;
  if (!hasAmountsByTime(doses)) return null;
  return (
    <div className={styles.row}>
      {times.map((time, index) => (
        <AmountField
          key={time.key}
          label={
            time.at
              ? t("planedit.amountAt", { time: formatTime(time.at), unit: formatUnit(unit) })
              : t("planedit.amountAtNumber", { number: index + 1, unit: formatUnit(unit) })
          }
          value={time.amount}
          problem={problems[`${path}amount.${time.key}`]}
          onChange={(value) =>
            onChange({ times: times.map((other) => (other === time ? { ...other, amount: value } : other)) })
          }
        />
      ))}
    </div>
  );
}

/** Gives each of several times an amount of its own, or all the first one's again. */
export function OwnAmountsButton({ doses, onChange }: Pick<DosesProps, "doses" | "onChange">) {
  const { times, amount } = doses;
  if (times.length < 2) return null;
  const isByTime = hasAmountsByTime(doses);
  const changed = isByTime
    ? { hasOwnAmounts: false, amount: times[0]!.amount }
    : { hasOwnAmounts: true, times: times.map((time) => ({ ...time, amount: time.amount || amount })) };
  return (
    <PlainButton className={styles.choice} aria-pressed={isByTime} onClick={() => onChange(changed)}>
      {t("planedit.ownAmounts")}
    </PlainButton>
  );
}

type AmountFieldProps = {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

const AmountField = ({ label, value, problem, onChange }: AmountFieldProps) => (
  <TextInput
    label={label}
    className={styles.grows}
    inputMode="decimal"
    autoComplete="off"
    value={value}
    error={problem}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

import { Button, TextInput } from "@mantine/core";
import type { Problems } from "../client/plan-args.ts";
import type { PlanValues, TimeValue } from "../client/plan-values.ts";
import type { Unit } from "../rules/amounts.ts";
import { formatTime, formatUnit } from "../rules/schedule-words.ts";
import styles from "./plan-fields.module.css";
import type { StepProps } from "./when-step.tsx";

/** How much is given each time; for a plan as needed from how much to how much. */
export function AmountStep({ values, problems, onChange }: StepProps) {
  const { kind, doseUnit } = values;
  const set = (changed: Partial<PlanValues>) => onChange({ ...values, ...changed });
  const unit = doseUnit || "tablet";
  if (kind === "clock")
    return (
      <div className={styles.fields}>
        <TimeAmounts
          times={values.times}
          unit={unit}
          problems={problems}
          path=""
          onChange={(times) => set({ times })}
        />
      </div>
    );
  if (kind === "steps")
    return (
      <div className={styles.fields}>
        {values.steps.map((step, index) => {
          const path = `steps.${step.key}.`;
          const change = (changed: Partial<typeof step>) =>
            set({ steps: values.steps.map((other) => (other === step ? { ...other, ...changed } : other)) });
          return (
            <fieldset key={step.key} className={styles.group}>
              <legend className={styles.legend}>{`Part ${index + 1}`}</legend>
              {step.kind === "clock" ? (
                <TimeAmounts
                  times={step.times}
                  unit={unit}
                  problems={problems}
                  path={path}
                  onChange={(times) => change({ times })}
                />
              ) : (
                <AmountField
                  label="Each time"
                  unit={unit}
                  value={step.amount}
                  problem={problems[`${path}amount`]}
                  onChange={(amount) => change({ amount })}
                />
              )}
            </fieldset>
          );
        })}
      </div>
    );
  return (
    <div className={styles.fields}>
      <AmountField
        label={kind === "asNeeded" ? "How much, at least" : "Each time"}
        unit={unit}
        value={values.amount}
        problem={problems.amount}
        onChange={(amount) => set({ amount })}
      />
      {kind === "asNeeded" && (
        <AmountField
          label="At most (optional)"
          hint="Where it says, for example, 1 to 2"
          unit={unit}
          value={values.most}
          problem={problems.most}
          onChange={(most) => set({ most })}
        />
      )}
    </div>
  );
}

type TimeAmountsProps = {
  times: TimeValue[];
  unit: Unit;
  problems: Problems;
  path: string;
  onChange: (times: TimeValue[]) => void;
};

function TimeAmounts({ times, unit, problems, path, onChange }: TimeAmountsProps) {
  const [first] = times;
  const mayRepeat = times.length > 1 && first?.amount && times.some(({ amount }) => amount === "");
  return (
    <>
      {times.map((time) => (
        <AmountField
          key={time.key}
          label={`At ${formatTime(time.at)}`}
          unit={unit}
          value={time.amount}
          problem={problems[`${path}amount.${time.key}`]}
          onChange={(amount) =>
            onChange(times.map((other) => (other === time ? { ...other, amount } : other)))
          }
        />
      ))}
      {mayRepeat && (
        <Button
          variant="default"
          className={styles.add}
          onClick={() => onChange(times.map((time) => ({ ...time, amount: time.amount || first.amount })))}
        >
          {`${first.amount} at each time`}
        </Button>
      )}
    </>
  );
}

type AmountFieldProps = {
  label: string;
  hint?: string;
  unit: Unit;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** One amount, in the plan's unit. */
const AmountField = ({ label, hint, unit, value, problem, onChange }: AmountFieldProps) => (
  <TextInput
    label={`${label}, in ${formatUnit(unit)}`}
    description={hint}
    className={styles.narrow}
    inputMode="decimal"
    autoComplete="off"
    value={value}
    error={problem}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

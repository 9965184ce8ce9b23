import { Button, NativeSelect, Radio, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Choices } from "../../../ui/choices.tsx";
import { Problem } from "../../../ui/text.tsx";
import type { Problems } from "../client/plan-args.ts";
import {
  createStep,
  getNextKey,
  hasAmountsByTime,
  type PlanValues,
  type StepValue,
} from "../client/plan-values.ts";
import type { Unit } from "../rules/amounts.ts";
import { MAX_STEPS, MAX_TIMES, type Schedule } from "../rules/schedule.ts";
import { OwnAmounts, OwnAmountsButton, StepAmount } from "./amount-fields.tsx";
import { DaysField } from "./days-field.tsx";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";
import { TimeFields } from "./time-fields.tsx";

const KINDS: [Schedule["kind"], Key, Key?][] = [
  ["clock", "planedit.atTimes"],
  ["everyHours", "planedit.byHours", "planedit.byHoursText"],
  ["afterLast", "planedit.afterLast"],
  ["steps", "planedit.steps", "planedit.stepsText"],
  ["freeText", "planedit.onlyWords", "planedit.freeTextText"],
];

/** The rhythms that the buttons of the day don't have. */
export function RhythmFields({ values, problems, onChange }: PartProps) {
  const { kind, times } = values;
  const set = (changed: Partial<PlanValues>) => onChange({ ...values, ...changed });
  const ofButtons = times.filter(({ part }) => part !== undefined);
  return (
    <>
      <Radio.Group
        label={t("planedit.howTimed")}
        value={kind}
        onChange={(next) => set({ kind: next as Schedule["kind"] })}
      >
        <Choices>
          {KINDS.map(([value, label, description]) => (
            <Radio key={value} value={value} label={t(label)} description={description && t(description)} />
          ))}
        </Choices>
      </Radio.Group>
      {kind === "clock" && (
        <>
          <TimeFields
            times={times.filter(({ part }) => part === undefined)}
            nextKey={getNextKey(times)}
            least={0}
            most={MAX_TIMES - ofButtons.length}
            problems={problems}
            path=""
            onChange={(others) => set({ times: [...ofButtons, ...others] })}
          />
          <DaysField days={values.days} problems={problems} path="" onChange={(days) => set({ days })} />
        </>
      )}
      {kind === "everyHours" && (
        <HoursFields value={values} problems={problems} path="" onChange={(changed) => set(changed)} />
      )}
      {kind === "afterLast" && (
        <TextInput
          label={t("planedit.hoursAfterLast")}
          inputMode="numeric"
          className={styles.narrow}
          value={values.hours}
          error={problems.hours}
          onChange={({ currentTarget: { value } }) => set({ hours: value })}
        />
      )}
      {kind === "steps" && (
        <Steps
          steps={values.steps}
          unit={values.doseUnit}
          problems={problems}
          onChange={(steps) => set({ steps })}
        />
      )}
    </>
  );
}

type HoursFieldsProps = {
  value: Pick<StepValue, "hours" | "hoursFrom">;
  problems: Problems;
  path: string;
  onChange: (value: Partial<Pick<StepValue, "hours" | "hoursFrom">>) => void;
};

function HoursFields({ value, problems, path, onChange }: HoursFieldsProps) {
  return (
    <div className={styles.pair}>
      <TextInput
        label={t("planedit.everyHowManyHours")}
        inputMode="numeric"
        value={value.hours}
        error={problems[`${path}hours`]}
        onChange={({ currentTarget }) => onChange({ hours: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t("planedit.oneTime")}
        value={value.hoursFrom}
        error={problems[`${path}hoursFrom`]}
        onChange={({ currentTarget }) => onChange({ hoursFrom: currentTarget.value })}
      />
    </div>
  );
}

type StepsProps = {
  steps: StepValue[];
  unit: Unit;
  problems: Problems;
  onChange: (steps: StepValue[]) => void;
};

/** The parts of a plan that changes by days, one after the other. */
function Steps({ steps, unit, problems, onChange }: StepsProps) {
  const change = (step: StepValue, changed: Partial<StepValue>) =>
    onChange(steps.map((other) => (other === step ? { ...other, ...changed } : other)));
  return (
    <>
      {steps.map((step, index) => {
        const path = `steps.${step.key}.`;
        return (
          <fieldset key={step.key} className={styles.group}>
            <legend className={styles.legend}>{t("planedit.part", { number: index + 1 })}</legend>
            <div className={styles.pair}>
              <TextInput
                type="date"
                label={t("planedit.partFrom")}
                value={step.from}
                error={problems[`${path}from`]}
                onChange={({ currentTarget: { value } }) => change(step, { from: value })}
              />
              <TextInput
                type="date"
                label={t("planedit.partTo")}
                description={index === steps.length - 1 ? t("planedit.partToEmpty") : undefined}
                value={step.until}
                error={problems[`${path}until`]}
                onChange={({ currentTarget: { value } }) => change(step, { until: value })}
              />
            </div>
            <NativeSelect
              label={t("planedit.howTimed")}
              data={KINDS.slice(0, 2).map(([value, label]) => ({ value, label: t(label) }))}
              value={step.kind}
              onChange={({ currentTarget: { value } }) => change(step, { kind: value as StepValue["kind"] })}
            />
            {step.kind === "clock" ? (
              <>
                <TimeFields
                  times={step.times}
                  nextKey={getNextKey(step.times)}
                  problems={problems}
                  path={path}
                  onChange={(times) => change(step, { times })}
                />
                {problems[`${path}times`] && <Problem>{problems[`${path}times`]}</Problem>}
                <DaysField
                  days={step.days}
                  problems={problems}
                  path={path}
                  onChange={(days) => change(step, { days })}
                />
              </>
            ) : (
              <HoursFields
                value={step}
                problems={problems}
                path={path}
                onChange={(changed) => change(step, changed)}
              />
            )}
            {(step.kind !== "clock" || !hasAmountsByTime(step)) && (
              <StepAmount
                doses={step}
                {...{ unit, problems, path }}
                onChange={(changed) => change(step, changed)}
              />
            )}
            {step.kind === "clock" && (
              <>
                <OwnAmountsButton doses={step} onChange={(changed) => change(step, changed)} />
                <OwnAmounts
                  doses={step}
                  {...{ unit, problems, path }}
                  onChange={(changed) => change(step, changed)}
                />
              </>
            )}
            {steps.length > 1 && (
              <Button
                variant="subtle"
                color="red"
                className={styles.add}
                onClick={() => onChange(steps.filter((other) => other !== step))}
              >
                {t("planedit.removePart", { number: index + 1 })}
              </Button>
            )}
          </fieldset>
        );
      })}
      {steps.length < MAX_STEPS && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => onChange([...steps, createNextStep(steps)])}
        >
          {t("planedit.addPart")}
        </Button>
      )}
    </>
  );
}

/** A part after the last one, at the same times. */
function createNextStep(steps: readonly StepValue[]): StepValue {
  const step = createStep(getNextKey(steps), "");
  const last = steps.at(-1) ?? step;
  const times = last.times.map((time) => ({ ...time, amount: "" }));
  return { ...last, key: step.key, from: "", until: "", amount: "", times };
}

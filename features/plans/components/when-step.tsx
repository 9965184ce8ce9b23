import { Button, NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import type { Problems } from "../client/plan-args.ts";
import { createStep, getNextKey, type PlanValues, type StepValue } from "../client/plan-values.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { hasMealMinutes, MEAL_RELATIONS, type MealRelation } from "../rules/meals.ts";
import { MAX_STEPS, type Schedule } from "../rules/schedule.ts";
import { DaysField } from "./days-field.tsx";
import styles from "./plan-fields.module.css";
import { TimeFields } from "./time-fields.tsx";

const KINDS: [Schedule["kind"], string, string?][] = [
  ["clock", "At times of the day"],
  ["everyHours", "Every few hours by the clock", "The same times each day, such as 06:00, 14:00 and 22:00"],
  ["afterLast", "Some hours after the last dose"],
  ["asNeeded", "When it is needed"],
  ["steps", "Changing by days", "For example less and less"],
  ["freeText", "In words only", "It is shown as you write it. It has no times and is compared with nothing."],
];

const MEALS: Record<MealRelation, string> = {
  none: "Meals don't matter",
  before: "Before a meal",
  with: "With a meal",
  after: "After a meal",
  empty: "On an empty stomach",
};

export type StepProps = {
  values: PlanValues;
  problems: Problems;
  onChange: (values: PlanValues) => void;
};

/** The times and days of a plan, and its relation to meals. */
export function WhenStep({ values, problems, onChange }: StepProps) {
  const { kind, mealRelation } = values;
  const set = (changed: Partial<PlanValues>) => onChange({ ...values, ...changed });
  return (
    <div className={styles.fields}>
      <Radio.Group
        label="How is it timed?"
        value={kind}
        onChange={(next) => set({ kind: next as Schedule["kind"] })}
      >
        <Stack gap="xs" mt="xs">
          {KINDS.map(([value, label, description]) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === "clock" && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Times</legend>
          <TimeFields times={values.times} problems={problems} path="" onChange={(times) => set({ times })} />
          <DaysField days={values.days} problems={problems} path="" onChange={(days) => set({ days })} />
        </fieldset>
      )}
      {kind === "everyHours" && (
        <HoursFields value={values} problems={problems} path="" onChange={(changed) => set(changed)} />
      )}
      {kind === "afterLast" && (
        <TextInput
          label="How many hours after the last dose?"
          inputMode="numeric"
          className={styles.narrow}
          value={values.hours}
          error={problems.hours}
          onChange={({ currentTarget: { value } }) => set({ hours: value })}
        />
      )}
      {kind === "steps" && (
        <Steps steps={values.steps} problems={problems} onChange={(steps) => set({ steps })} />
      )}
      <GrowingTextarea
        label={kind === "freeText" ? "How is it given?" : "Instructions (optional)"}
        description={kind === "freeText" ? undefined : "What has to be known when it is given"}
        minRows={kind === "freeText" ? 3 : 1}
        maxRows={8}
        maxLength={WORDS_LENGTH}
        value={values.instructions}
        error={problems.instructions}
        onChange={({ currentTarget: { value } }) => set({ instructions: value })}
      />
      <div className={styles.pair}>
        <NativeSelect
          label="And meals?"
          data={MEAL_RELATIONS.map((value) => ({ value, label: MEALS[value] }))}
          value={mealRelation}
          onChange={({ currentTarget: { value } }) => set({ mealRelation: value as MealRelation })}
        />
        {hasMealMinutes(mealRelation) && (
          <TextInput
            label={`How many minutes ${mealRelation} (optional)`}
            inputMode="numeric"
            value={values.mealMinutes}
            error={problems.mealMinutes}
            onChange={({ currentTarget: { value } }) => set({ mealMinutes: value })}
          />
        )}
      </div>
    </div>
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
        label="Every how many hours?"
        inputMode="numeric"
        value={value.hours}
        error={problems[`${path}hours`]}
        onChange={({ currentTarget }) => onChange({ hours: currentTarget.value })}
      />
      <TextInput
        type="time"
        label="One of the times"
        value={value.hoursFrom}
        error={problems[`${path}hoursFrom`]}
        onChange={({ currentTarget }) => onChange({ hoursFrom: currentTarget.value })}
      />
    </div>
  );
}

type StepsProps = { steps: StepValue[]; problems: Problems; onChange: (steps: StepValue[]) => void };

/** The parts of a plan that changes by days, one after the other. */
function Steps({ steps, problems, onChange }: StepsProps) {
  const change = (step: StepValue, changed: Partial<StepValue>) =>
    onChange(steps.map((other) => (other === step ? { ...other, ...changed } : other)));
  return (
    <>
      {steps.map((step, index) => {
        const path = `steps.${step.key}.`;
        return (
          <fieldset key={step.key} className={styles.group}>
            <legend className={styles.legend}>{`Part ${index + 1}`}</legend>
            <div className={styles.pair}>
              <TextInput
                type="date"
                label="From"
                value={step.from}
                error={problems[`${path}from`]}
                onChange={({ currentTarget: { value } }) => change(step, { from: value })}
              />
              <TextInput
                type="date"
                label="To"
                description={index === steps.length - 1 ? "Empty: without an end" : undefined}
                value={step.until}
                error={problems[`${path}until`]}
                onChange={({ currentTarget: { value } }) => change(step, { until: value })}
              />
            </div>
            <NativeSelect
              label="How is it timed?"
              data={KINDS.slice(0, 2).map(([value, label]) => ({ value, label }))}
              value={step.kind}
              onChange={({ currentTarget: { value } }) => change(step, { kind: value as StepValue["kind"] })}
            />
            {step.kind === "clock" ? (
              <>
                <TimeFields
                  times={step.times}
                  problems={problems}
                  path={path}
                  onChange={(times) => change(step, { times })}
                />
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
            {steps.length > 1 && (
              <Button
                variant="subtle"
                color="red"
                className={styles.add}
                onClick={() => onChange(steps.filter((other) => other !== step))}
              >
                {`Remove part ${index + 1}`}
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
          Another part
        </Button>
      )}
    </>
  );
}

/** A part after the last one, at the same times. */
function createNextStep(steps: readonly StepValue[]): StepValue {
  const last = steps.at(-1);
  const step = createStep(getNextKey(steps), "");
  if (!last) return step;
  const times = last.times.map((time) => ({ ...time, amount: "" }));
  return { ...step, kind: last.kind, times, days: last.days, hours: last.hours, hoursFrom: last.hoursFrom };
}

import { Radio, Stack, TextInput } from "@mantine/core";
import { readSchedule } from "../client/plan-args.ts";
import {
  type ChangedPlan,
  getBegin,
  getCountedRhythm,
  getFirstDay,
  isRunning,
} from "../client/plan-change.ts";
import type { PlanValues } from "../client/plan-values.ts";
import { formatDays } from "../rules/schedule-words.ts";
import styles from "./plan-fields.module.css";
import type { StepProps } from "./when-step.tsx";

/** The first and the last day. A running plan goes on until its change begins. */
export function DatesStep({
  changed,
  ...step
}: StepProps & {
  /** The changed plan; null for a new one. */
  changed: ChangedPlan | null;
}) {
  const { values, problems, onChange } = step;
  return (
    <div className={styles.fields}>
      {changed && isRunning(changed) && <BeginFields {...step} changed={changed} />}
      <div className={styles.pair}>
        {!(changed && isRunning(changed)) && (
          <TextInput
            type="date"
            label="First day"
            value={values.firstDay}
            error={problems.firstDay}
            onChange={({ currentTarget: { value } }) => onChange({ ...values, firstDay: value })}
          />
        )}
        <TextInput
          type="date"
          label="Last day (optional)"
          description="Empty: until somebody ends or changes it"
          value={values.lastDay}
          error={problems.lastDay}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, lastDay: value })}
        />
      </div>
    </div>
  );
}

/** The beginning of the change, and the first day of a rhythm of several days. */
function BeginFields({ values, problems, onChange, changed }: StepProps & { changed: ChangedPlan }) {
  const { schedule } = readSchedule(values);
  return (
    <>
      <Radio.Group
        label="From when on?"
        description="Until then the plan goes on as before."
        value={values.begin}
        error={problems.begin}
        onChange={(begin) => onChange({ ...values, begin: begin as PlanValues["begin"] })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="today" label="Today, from now on" />
          <Radio value="tomorrow" label="Tomorrow" />
          <Radio value="day" label="Another day" />
        </Stack>
      </Radio.Group>
      {values.begin === "day" && (
        <TextInput
          type="date"
          label="The day on which the change begins"
          className={styles.narrow}
          value={values.beginDay}
          error={problems.beginDay}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, beginDay: value })}
        />
      )}
      {getCountedRhythm(schedule) !== "" && getBegin(values, changed) !== "" && (
        <TextInput
          type="date"
          label={`${schedule.kind === "clock" ? toUpperFirst(formatDays(schedule.days)) : "These hours"}, counted from`}
          description="A day with a dose; the others follow from it"
          className={styles.narrow}
          value={getFirstDay(values, schedule, changed)}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, countedFrom: value })}
        />
      )}
    </>
  );
}

const toUpperFirst = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

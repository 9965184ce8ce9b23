import { Group, Radio, TextInput } from "@mantine/core";
import { readSchedule } from "../client/plan-args.ts";
import { type ChangedPlan, getBegin, getCountedRhythm, getFirstDay } from "../client/plan-change.ts";
import type { PlanValues } from "../client/plan-values.ts";
import { formatDays } from "../rules/schedule-words.ts";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";

/** The first and the last day; a running plan has begun. */
export const DateFields = ({ values, problems, onChange, isRunning }: PartProps & { isRunning: boolean }) => (
  <div className={styles.pair}>
    {!isRunning && (
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
      description="Empty: until it is ended or changed"
      value={values.lastDay}
      error={problems.lastDay}
      onChange={({ currentTarget: { value } }) => onChange({ ...values, lastDay: value })}
    />
  </div>
);

/** The beginning of a change, and the first day of a rhythm of several days. */
export function BeginFields({ values, problems, onChange, changed }: PartProps & { changed: ChangedPlan }) {
  const { schedule } = readSchedule(values);
  return (
    <>
      <Radio.Group
        label="From when?"
        value={values.begin}
        error={problems.begin}
        onChange={(begin) => onChange({ ...values, begin: begin as PlanValues["begin"] })}
      >
        <Group gap="0.25rem 1.25rem" mt="xs">
          <Radio value="today" label="Today, from now on" />
          <Radio value="tomorrow" label="Tomorrow" />
          <Radio value="day" label="Another day" />
        </Group>
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

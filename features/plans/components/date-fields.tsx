import { Group, Radio, TextInput } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { readSchedule } from "../client/plan-args.ts";
import { type ChangedPlan, getBegin, getCountedRhythm, getFirstDay } from "../client/plan-change.ts";
import type { PlanValues } from "../client/plan-values.ts";
import { formatDays, toUpperFirst } from "../rules/schedule-words.ts";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-fields.module.css";

/** The first and the last day; a running plan has begun. */
export const DateFields = ({ values, problems, onChange, isRunning }: PartProps & { isRunning: boolean }) => (
  <div className={styles.pair}>
    {!isRunning && (
      <TextInput
        type="date"
        label={t("planedit.firstDay")}
        value={values.firstDay}
        error={problems.firstDay}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, firstDay: value })}
      />
    )}
    <TextInput
      type="date"
      label={t("planedit.lastDay")}
      description={t("planedit.lastDayEmpty")}
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
        label={t("planedit.fromWhen")}
        value={values.begin}
        error={problems.begin}
        onChange={(begin) => onChange({ ...values, begin: begin as PlanValues["begin"] })}
      >
        <Group gap="0.25rem 1.25rem" mt="xs">
          <Radio value="today" label={t("planedit.fromToday")} />
          <Radio value="tomorrow" label={t("planedit.tomorrow")} />
          <Radio value="day" label={t("planedit.anotherDay")} />
        </Group>
      </Radio.Group>
      {values.begin === "day" && (
        <TextInput
          type="date"
          label={t("planedit.beginDay")}
          className={styles.narrow}
          value={values.beginDay}
          error={problems.beginDay}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, beginDay: value })}
        />
      )}
      {getCountedRhythm(schedule) !== "" && getBegin(values, changed) !== "" && (
        <TextInput
          type="date"
          label={
            schedule.kind === "clock"
              ? t("planedit.daysCounted", { days: toUpperFirst(formatDays(schedule.days)) })
              : t("planedit.hoursCounted")
          }
          description={t("planedit.countedText")}
          className={styles.narrow}
          value={getFirstDay(values, schedule, changed)}
          onChange={({ currentTarget: { value } }) => onChange({ ...values, countedFrom: value })}
        />
      )}
    </>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { MonthDaysField } from "../../../ui/recurrence-editor/month-days-field.tsx";
import { WeekdayButtons } from "../../../ui/recurrence-editor/weekday-buttons.tsx";
import type { Problems } from "../client/plan-args.ts";
import type { DaysKind, DaysValue } from "../client/plan-values.ts";
import styles from "./plan-fields.module.css";

const KINDS: { value: DaysKind | "daily"; label: string }[] = [
  { value: "daily", label: "Every day" },
  { value: "weekdays", label: "On certain weekdays" },
  { value: "everyDays", label: "Every few days" },
  { value: "everyWeeks", label: "Every few weeks" },
  { value: "monthDays", label: "On days of the month" },
];

type DaysFieldProps = {
  days: DaysValue;
  problems: Problems;
  path: string;
  onChange: (days: DaysValue) => void;
};

/** The days of a plan. */
export function DaysField({ days, problems, path, onChange }: DaysFieldProps) {
  const shown = days.kind === "everyDays" && days.everyDays === "1" ? "daily" : days.kind;
  return (
    <>
      <NativeSelect
        label="On which days?"
        data={KINDS}
        value={shown}
        error={problems[`${path}days`]}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === "daily" || value === "everyDays"
              ? { ...days, kind: "everyDays", everyDays: value === "daily" ? "1" : "2" }
              : { ...days, kind: value as DaysKind },
          )
        }
      />
      {days.kind === "weekdays" && (
        <div className={styles.weekdays}>
          <WeekdayButtons days={days.weekdays} onChange={(weekdays) => onChange({ ...days, weekdays })} />
        </div>
      )}
      {shown === "everyDays" && (
        <TextInput
          label="Every how many days?"
          description="2 is every other day. Counted from the first day."
          inputMode="numeric"
          className={styles.narrow}
          value={days.everyDays}
          error={problems[`${path}everyDays`]}
          onChange={({ currentTarget: { value } }) => onChange({ ...days, everyDays: value })}
        />
      )}
      {days.kind === "everyWeeks" && (
        <TextInput
          label="Every how many weeks?"
          description="On the weekday of the first day."
          inputMode="numeric"
          className={styles.narrow}
          value={days.everyWeeks}
          error={problems[`${path}everyWeeks`]}
          onChange={({ currentTarget: { value } }) => onChange({ ...days, everyWeeks: value })}
        />
      )}
      {days.kind === "monthDays" && (
        <MonthDaysField days={days.monthDays} onChange={(monthDays) => onChange({ ...days, monthDays })} />
      )}
    </>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { MonthDaysField } from "../../../ui/recurrence-editor/month-days-field.tsx";
import { WeekdayButtons } from "../../../ui/recurrence-editor/weekday-buttons.tsx";
import type { Problems } from "../client/plan-args.ts";
import type { DaysKind, DaysValue } from "../client/plan-values.ts";
import styles from "./plan-fields.module.css";

const KINDS: { value: DaysKind | "daily"; label: Key }[] = [
  { value: "daily", label: "planedit.everyDay" },
  { value: "weekdays", label: "planedit.someWeekdays" },
  { value: "everyDays", label: "planedit.fewDays" },
  { value: "everyWeeks", label: "planedit.fewWeeks" },
  { value: "monthDays", label: "planedit.someMonthDays" },
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
        label={t("planedit.whichDays")}
        data={KINDS.map(({ value, label }) => ({ value, label: t(label) }))}
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
          label={t("planedit.howManyDays")}
          description={t("planedit.howManyDaysText")}
          inputMode="numeric"
          className={styles.narrow}
          value={days.everyDays}
          error={problems[`${path}everyDays`]}
          onChange={({ currentTarget: { value } }) => onChange({ ...days, everyDays: value })}
        />
      )}
      {days.kind === "everyWeeks" && (
        <TextInput
          label={t("planedit.howManyWeeks")}
          description={t("planedit.howManyWeeksText")}
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

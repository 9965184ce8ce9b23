import { NativeSelect } from "@mantine/core";
import { useRef } from "react";
import {
  type Frequency,
  getDefaultRecurrence,
  type Interval,
  PATTERNS,
  type Recurrence,
  type RecurrencePattern,
  UNITS,
} from "../../lib/recurrence/recurrence.ts";
import { describeRecurrence } from "../../lib/recurrence/recurrence-words.ts";
import { t } from "../../lib/words/t.ts";
import { CountField } from "./count-field.tsx";
import { CustomRuleField } from "./custom-rule-field.tsx";
import { MonthDaysField } from "./month-days-field.tsx";
import styles from "./recurrence-editor.module.css";
import { UnitSelect } from "./unit-select.tsx";
import { WeekdayButtons } from "./weekday-buttons.tsx";

type RecurrenceEditorProps = {
  /** Null while nothing is chosen. */
  value: Recurrence | null;
  /** Called for each change, also an incomplete one, such as no weekdays. */
  onChange: (value: Recurrence) => void;
  /** Whether intervals and periods may be in hours. */
  hours?: boolean;
};

/**
 * Edits a recurrence (care-core 9). It has no frame of its own: it is used in a page as well as in a popover. Values
 * entered for one pattern are restored when it is chosen again.
 */
export function RecurrenceEditor({ value, onChange, hours = false }: RecurrenceEditorProps) {
  const entered = useRef(new Map<RecurrencePattern, Recurrence>());
  if (value) entered.current.set(value.pattern, value);
  const units = UNITS.filter((unit) => hours || unit !== "hour");

  function choose(pattern: RecurrencePattern) {
    onChange(entered.current.get(pattern) ?? getDefaultRecurrence(pattern, { day: new Date().getDate() }));
  }

  return (
    <div className={styles.editor}>
      <NativeSelect
        label={t("recurrenceeditor.howOften")}
        value={value?.pattern ?? ""}
        onChange={({ currentTarget }) => choose(currentTarget.value as RecurrencePattern)}
      >
        {!value && (
          <option value="" disabled>
            {t("recurrenceeditor.choose")}
          </option>
        )}
        {PATTERNS.map((pattern) => (
          <option key={pattern} value={pattern}>
            {t("recurrenceeditor.pattern", { pattern })}
          </option>
        ))}
      </NativeSelect>
      {value?.pattern === "interval" && (
        <IntervalFields
          interval={value.interval}
          units={units}
          onChange={(interval) => onChange({ pattern: "interval", interval })}
        />
      )}
      {value?.pattern === "frequency" && (
        <FrequencyFields
          frequency={value.frequency}
          units={units}
          onChange={(frequency) => onChange({ pattern: "frequency", frequency })}
        />
      )}
      {value?.pattern === "weekly" && (
        <WeekdayButtons
          days={value.weekly.byWeekdays}
          onChange={(byWeekdays) => onChange({ pattern: "weekly", weekly: { byWeekdays } })}
        />
      )}
      {value?.pattern === "monthly" && (
        <MonthDaysField
          days={value.monthly.byMonthDay}
          onChange={(byMonthDay) => onChange({ pattern: "monthly", monthly: { byMonthDay } })}
        />
      )}
      {value?.pattern === "custom" && (
        <CustomRuleField rule={value.rrule} onChange={(rrule) => onChange({ pattern: "custom", rrule })} />
      )}
      <p className={styles.label} aria-live="polite">
        {value && describeRecurrence(value)}
      </p>
    </div>
  );
}

type PartProps<Part> = { units: Interval["unit"][]; onChange: (part: Part) => void };

function IntervalFields({ interval, units, onChange }: { interval: Interval } & PartProps<Interval>) {
  const { every, unit } = interval;
  return (
    <div className={styles.row}>
      <CountField
        label={t("recurrenceeditor.every")}
        count={every}
        onChange={(count) => onChange({ every: count, unit })}
      />
      <UnitSelect
        unit={unit}
        units={units}
        count={every}
        onChange={(chosen) => onChange({ every, unit: chosen })}
      />
    </div>
  );
}

function FrequencyFields({ frequency, units, onChange }: { frequency: Frequency } & PartProps<Frequency>) {
  const { times, per, unit } = frequency;
  return (
    <div className={styles.row}>
      <CountField
        label={t("recurrenceeditor.times")}
        count={times}
        onChange={(count) => onChange({ ...frequency, times: count })}
      />
      <CountField
        label={t("recurrenceeditor.per")}
        count={per}
        onChange={(count) => onChange({ ...frequency, per: count })}
      />
      <UnitSelect
        unit={unit}
        units={units}
        count={per}
        onChange={(chosen) => onChange({ ...frequency, unit: chosen })}
      />
    </div>
  );
}

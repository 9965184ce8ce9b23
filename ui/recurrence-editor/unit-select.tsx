import { NativeSelect } from "@mantine/core";
import type { RecurrenceUnit } from "../../lib/recurrence/recurrence.ts";
import { t } from "../../lib/words/t.ts";
import styles from "./recurrence-editor.module.css";

type UnitSelectProps = {
  unit: RecurrenceUnit;
  /** The units offered; the chosen one is always included. */
  units: RecurrenceUnit[];
  /** The number before it. */
  count: number;
  onChange: (unit: RecurrenceUnit) => void;
};

export function UnitSelect({ unit, units, count, onChange }: UnitSelectProps) {
  const offered = units.includes(unit) ? units : [unit, ...units];
  return (
    <NativeSelect
      className={styles.unit}
      label={t("recurrenceeditor.unit")}
      value={unit}
      data={offered.map((value) => ({
        value,
        label: t("recurrenceeditor.unitName", { unit: value, count }),
      }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as RecurrenceUnit)}
    />
  );
}

import { NativeSelect } from "@mantine/core";
import type { RecurrenceUnit } from "../../lib/recurrence/recurrence.ts";
import styles from "./recurrence-editor.module.css";

type UnitSelectProps = {
  unit: RecurrenceUnit;
  /** The units offered; the chosen one is always included. */
  units: RecurrenceUnit[];
  /** Plural: whether it follows a number other than 1. */
  isMany: boolean;
  onChange: (unit: RecurrenceUnit) => void;
};

export function UnitSelect({ unit, units, isMany, onChange }: UnitSelectProps) {
  const offered = units.includes(unit) ? units : [unit, ...units];
  return (
    <NativeSelect
      className={styles.unit}
      label="Unit"
      value={unit}
      data={offered.map((value) => ({ value, label: isMany ? `${value}s` : value }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as RecurrenceUnit)}
    />
  );
}

import { TextInput } from "@mantine/core";
import styles from "./plan-fields.module.css";
import type { StepProps } from "./when-step.tsx";

/** From which day, and until when. */
export function DatesStep({ values, problems, onChange }: StepProps) {
  return (
    <div className={styles.pair}>
      <TextInput
        type="date"
        label="First day"
        value={values.firstDay}
        error={problems.firstDay}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, firstDay: value })}
      />
      <TextInput
        type="date"
        label="Last day (optional)"
        description="Empty: until somebody ends or changes it"
        value={values.lastDay}
        error={problems.lastDay}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, lastDay: value })}
      />
    </div>
  );
}

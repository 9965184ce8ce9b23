import { Radio } from "@mantine/core";
import { FIELD_LABELS } from "../client/notebook-facts.ts";
import type { Answer } from "../client/notebook-values.ts";
import styles from "./fields.module.css";
import type { FieldsProps } from "./text-field.tsx";

/** Yes, no, or not recorded. */
export function YesNoField({
  name,
  hint,
  values,
  set,
}: FieldsProps & { name: "organDonor" | "ambulanceCover"; hint?: string }) {
  return (
    <Radio.Group
      label={FIELD_LABELS[name]}
      description={hint}
      value={values[name]}
      onChange={(answer) => set({ [name]: answer as Answer })}
    >
      <div className={styles.answers}>
        <Radio value="yes" label="Yes" />
        <Radio value="no" label="No" />
        <Radio value="" label="Not recorded" />
      </div>
    </Radio.Group>
  );
}

import { Radio } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { getFieldLabel } from "../client/notebook-facts.ts";
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
      label={getFieldLabel(name)}
      description={hint}
      value={values[name]}
      onChange={(answer) => set({ [name]: answer as Answer })}
    >
      <div className={styles.answers}>
        <Radio value="yes" label={t("facts.yes")} />
        <Radio value="no" label={t("facts.no")} />
        <Radio value="" label={t("notebookform.notRecorded")} />
      </div>
    </Radio.Group>
  );
}

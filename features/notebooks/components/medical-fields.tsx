import { NativeSelect } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { describeBloodType, getFieldLabel } from "../client/notebook-facts.ts";
import { BLOOD_TYPES, MAX_ENTRIES, PERSON_LENGTHS } from "../rules.ts";
import styles from "./fields.module.css";
import { type FieldsProps, TextField } from "./text-field.tsx";
import { YesNoField } from "./yes-no-field.tsx";

const getBloodTypes = () => [
  { value: "", label: t("notebookform.notRecorded") },
  ...BLOOD_TYPES.map((value) => ({ value, label: describeBloodType(value) })),
];
const MAX_LISTED = MAX_ENTRIES * PERSON_LENGTHS.entry;

/** Tab 2: medical data. */
export function MedicalFields(props: FieldsProps) {
  const { values, set } = props;
  return (
    <Fields isWide>
      <div className={styles.pair}>
        <NativeSelect
          label={getFieldLabel("bloodType")}
          data={getBloodTypes()}
          value={values.bloodType}
          onChange={({ currentTarget }) => set({ bloodType: currentTarget.value })}
        />
        <YesNoField {...props} name="organDonor" />
      </div>
      <TextField
        {...props}
        name="allergies"
        lines={2}
        most={MAX_LISTED}
        hint={t("notebookform.allergiesHint")}
      />
      <TextField
        {...props}
        name="conditions"
        lines={2}
        most={MAX_LISTED}
        hint={t("notebookform.conditionsHint")}
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("facts.familyDoctor")}</legend>
        <div className={styles.pair}>
          <TextField {...props} name="doctorName" most={PERSON_LENGTHS.name} />
          <TextField {...props} name="doctorPhone" type="tel" most={PERSON_LENGTHS.phone} />
        </div>
        <TextField {...props} name="doctorAddress" lines={2} most={PERSON_LENGTHS.address} />
      </fieldset>
      <TextField
        {...props}
        name="medicalHistory"
        lines={5}
        most={PERSON_LENGTHS.story}
        hint={t("notebookform.historyHint")}
      />
    </Fields>
  );
}

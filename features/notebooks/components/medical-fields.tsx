import { NativeSelect } from "@mantine/core";
import { Fields } from "../../../ui/fields.tsx";
import { describeBloodType, FIELD_LABELS } from "../client/notebook-facts.ts";
import { BLOOD_TYPES, MAX_ENTRIES, PERSON_LENGTHS } from "../rules.ts";
import styles from "./fields.module.css";
import { type FieldsProps, TextField } from "./text-field.tsx";
import { YesNoField } from "./yes-no-field.tsx";

const bloodTypes = [
  { value: "", label: "Not recorded" },
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
          label={FIELD_LABELS.bloodType}
          data={bloodTypes}
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
        hint="With commas between them: Penicillin, nuts"
      />
      <TextField
        {...props}
        name="conditions"
        lines={2}
        most={MAX_LISTED}
        hint="With commas between them: High blood pressure, type 2 diabetes"
      />
      <fieldset className={styles.group}>
        <legend className={styles.legend}>Family doctor</legend>
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
        hint="Operations, hospital stays, long illnesses, with their years."
      />
    </Fields>
  );
}

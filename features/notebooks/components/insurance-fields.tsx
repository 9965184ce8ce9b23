import { Fields } from "../../../ui/fields.tsx";
import { PERSON_LENGTHS } from "../rules.ts";
import styles from "./fields.module.css";
import { type FieldsProps, TextField } from "./text-field.tsx";
import { YesNoField } from "./yes-no-field.tsx";

/** Tab 4: insurance and identity numbers. */
export function InsuranceFields(props: FieldsProps) {
  return (
    <Fields isWide>
      <TextField
        {...props}
        name="govIdInfo"
        lines={3}
        most={PERSON_LENGTHS.govIdInfo}
        hint="Numbers of passport, pension, social security, disability card."
      />
      <div className={styles.pair}>
        <TextField {...props} name="fundName" most={PERSON_LENGTHS.name} hint="Who insures the person." />
        <TextField {...props} name="memberNumber" most={PERSON_LENGTHS.memberNumber} hint="As on the card." />
      </div>
      <YesNoField {...props} name="ambulanceCover" hint="Whether an ambulance is paid for." />
    </Fields>
  );
}

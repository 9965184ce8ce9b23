import { t } from "../../../lib/words/t.ts";
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
        hint={t("notebookform.govIdHint")}
      />
      <div className={styles.pair}>
        <TextField {...props} name="fundName" most={PERSON_LENGTHS.name} hint={t("notebookform.fundHint")} />
        <TextField
          {...props}
          name="memberNumber"
          most={PERSON_LENGTHS.memberNumber}
          hint={t("notebookform.memberNumberHint")}
        />
      </div>
      <YesNoField {...props} name="ambulanceCover" hint={t("notebookform.ambulanceHint")} />
    </Fields>
  );
}

import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { hasDirective } from "../client/notebook-values.ts";
import { PERSON_LENGTHS } from "../rules.ts";
import { CheckboxField } from "./checkbox-field.tsx";
import styles from "./fields.module.css";
import { type FieldsProps, TextField } from "./text-field.tsx";

/** Tab 3: legal documents. Details are shown only where something is ticked (care core 5). */
export function LegalFields(props: FieldsProps) {
  const { values } = props;
  return (
    <Fields isWide>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("facts.medicalConsent")}</legend>
        <CheckboxField {...props} name="hasConsent" />
        {values.hasConsent && (
          <div className={styles.pair}>
            <TextField
              {...props}
              name="signedBy"
              most={PERSON_LENGTHS.name}
              hint={t("notebookform.signedByHint")}
              capitals
            />
            <TextField {...props} name="signedDate" type="date" hint={t("notebookform.signedDateHint")} />
          </div>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("facts.powerOfAttorney")}</legend>
        <CheckboxField {...props} name="hasPOA" />
        {values.hasPOA && (
          <TextField {...props} name="poaNameAndPhone" lines={2} most={PERSON_LENGTHS.nameAndPhone} />
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{t("facts.advanceDirectives")}</legend>
        <CheckboxField {...props} name="hasLivingWill" />
        <CheckboxField {...props} name="hasDNR" />
        <CheckboxField {...props} name="hasOrganDonation" />
        {hasDirective(values) && (
          <TextField
            {...props}
            name="directiveNotes"
            lines={3}
            most={PERSON_LENGTHS.directiveNotes}
            hint={t("notebookform.directiveHint")}
          />
        )}
      </fieldset>
    </Fields>
  );
}

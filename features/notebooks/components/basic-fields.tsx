import { NativeSelect } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { describeGender, getFieldLabel } from "../client/notebook-facts.ts";
import { suggestNotebookName } from "../rules/suggested-name.ts";
import { GENDERS, NOTEBOOK_DESCRIPTION_LENGTH, NOTEBOOK_NAME_LENGTH, PERSON_LENGTHS } from "../rules.ts";
import { AvatarField } from "./avatar-field.tsx";
import { ContactsField } from "./contacts-field.tsx";
import styles from "./fields.module.css";
import { CountryField, LanguageField, TimeZoneField } from "./place-fields.tsx";
import { type FieldsProps, TextField } from "./text-field.tsx";

const getGenders = () => [
  { value: "", label: t("notebookform.notRecorded") },
  ...GENDERS.map((value) => ({ value, label: describeGender(value) })),
];

/** Tab 1: the person's basic data. */
export function BasicFields(props: FieldsProps) {
  const { values, errors, set } = props;
  const fullName = values.fullName.trim();
  return (
    <Fields isWide>
      <AvatarField name={values.fullName} photo={values.photo} onChange={(photo) => set({ photo })} />
      <TextField
        {...props}
        name="fullName"
        required
        most={PERSON_LENGTHS.name}
        hint={t("notebookform.fullNameHint")}
      />
      <TextField
        {...props}
        name="name"
        most={NOTEBOOK_NAME_LENGTH}
        hint={t("notebookform.nameHint")}
        placeholder={fullName ? suggestNotebookName(fullName) : undefined}
      />
      <TextField
        {...props}
        name="description"
        lines={2}
        most={NOTEBOOK_DESCRIPTION_LENGTH}
        hint={t("notebookform.descriptionHint")}
      />
      <div className={styles.pair}>
        <CountryField region={values.region} error={errors.region} set={set} />
        <TimeZoneField timeZone={values.timeZone} set={set} />
      </div>
      {props.timeZoneNote}
      <div className={styles.pair}>
        <TextField {...props} name="dateOfBirth" type="date" hint={t("notebookform.allSee")} />
        <NativeSelect
          label={getFieldLabel("gender")}
          description={t("notebookform.genderHint")}
          data={getGenders()}
          value={values.gender}
          onChange={({ currentTarget }) => set({ gender: currentTarget.value })}
        />
      </div>
      <div className={styles.pair}>
        <LanguageField language={values.language} set={set} />
        <TextField
          {...props}
          name="phoneNumber"
          type="tel"
          most={PERSON_LENGTHS.phone}
          hint={t("notebookform.phoneHint")}
        />
      </div>
      <ContactsField
        contacts={values.emergencyContacts}
        onChange={(emergencyContacts) => set({ emergencyContacts })}
      />
      <TextField
        {...props}
        name="preferences"
        lines={3}
        most={PERSON_LENGTHS.story}
        hint={t("notebookform.preferencesHint")}
      />
    </Fields>
  );
}

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import {
  type Compliance,
  MEDICATION_NOTES_LENGTH,
  MEDICATION_TEXT_LENGTH,
} from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import type { MedicationRow } from "../client/medication-body.ts";
import { COMPLIANCE } from "../rules/compliance-words.ts";
import styles from "./medication-fields.module.css";

type RowProps = {
  row: MedicationRow;
  number: number;
  problem: string | undefined;
  isShort: boolean;
  /** True for a row that was just added, which takes the focus. */
  isAdded: boolean;
  onChange: (row: MedicationRow) => void;
  /** Null for the only row, which can't be removed. */
  onRemove: (() => void) | null;
};

/** One medication of the form; only generic name and dosage in the short form. */
export function MedicationRowFields({
  row,
  number,
  problem,
  isShort,
  isAdded,
  onChange,
  onRemove,
}: RowProps) {
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>{t("medicationform.row", { number })}</legend>
      <RowInputs
        row={row}
        problem={problem}
        isShort={isShort}
        takesFocus={isAdded}
        onChange={(changed) => onChange({ ...row, ...changed })}
      />
      {onRemove && (
        <Button
          variant="subtle"
          color="red"
          className={styles.remove}
          leftSection={<IconTrash size={20} aria-hidden="true" />}
          aria-label={t("medicationform.removeNumber", { number })}
          onClick={onRemove}
        >
          {t("medicationform.remove")}
        </Button>
      )}
    </fieldset>
  );
}

type RowInputsProps = {
  row: Medication;
  problem: string | undefined;
  isShort?: boolean;
  takesFocus?: boolean;
  /** For a row by itself, which may have either name, and no dose. */
  isAlone?: boolean;
  onChange: (row: Medication) => void;
};

/** The inputs of one medication. */
export function RowInputs({ row, problem, isShort, takesFocus, isAlone, onChange }: RowInputsProps) {
  const getTextProps = (field: "brandName" | "genericName" | "dosage" | "timing") => ({
    value: row[field],
    maxLength: MEDICATION_TEXT_LENGTH,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...row, [field]: event.currentTarget.value }),
  });
  const required = isAlone ? {} : { withAsterisk: true, "aria-required": "true" as const };
  return (
    <div className={isAlone ? `${styles.fields} ${styles.dense}` : styles.fields}>
      {!isShort && (
        // The attribute is for the focus trap of a dialog.
        <TextInput
          label={t("medicationform.brandName")}
          autoFocus={takesFocus}
          data-autofocus={takesFocus || undefined}
          {...getTextProps("brandName")}
        />
      )}
      <TextInput
        label={t("medicationform.genericName")}
        {...required}
        autoFocus={takesFocus && isShort}
        error={problem}
        {...getTextProps("genericName")}
      />
      <TextInput label={t("medicationform.dosage")} {...required} {...getTextProps("dosage")} />
      {!isShort && (
        <>
          <TextInput label={t("medicationform.timing")} {...getTextProps("timing")} />
          <NativeSelect
            label={t("medicationform.compliance")}
            data={Object.entries(COMPLIANCE).map(([value, label]) => ({ value, label: t(label) }))}
            value={row.compliance}
            onChange={(event) => onChange({ ...row, compliance: event.currentTarget.value as Compliance })}
          />
          <GrowingTextarea
            label={t("medicationform.notes")}
            description={isAlone ? t("medicationform.notesHint") : undefined}
            className={styles.wide}
            minRows={1}
            maxRows={6}
            maxLength={MEDICATION_NOTES_LENGTH}
            value={row.notes}
            onChange={(event) => onChange({ ...row, notes: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  );
}

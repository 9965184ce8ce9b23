import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { COMPLIANCE_WORDS } from "../client/compliance-words.ts";
import type { MedicationRow } from "../client/medication-body.ts";
import { type Compliance, MEDICATION_NOTES_LENGTH, MEDICATION_TEXT_LENGTH } from "../rules.ts";
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

const CHOICES = Object.entries(COMPLIANCE_WORDS).map(([value, label]) => ({ value, label }));

/** The fields of one medication; only generic name and dosage in the short form. */
export function MedicationRowFields({
  row,
  number,
  problem,
  isShort,
  isAdded,
  onChange,
  onRemove,
}: RowProps) {
  const text = (field: "brandName" | "genericName" | "dosage" | "timing") => ({
    value: row[field],
    maxLength: MEDICATION_TEXT_LENGTH,
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...row, [field]: event.currentTarget.value }),
  });
  return (
    <fieldset className={styles.row}>
      <legend className={styles.legend}>Medication {number}</legend>
      <div className={styles.fields}>
        {!isShort && <TextInput label="Brand name" autoFocus={isAdded} {...text("brandName")} />}
        <TextInput
          label="Generic name"
          withAsterisk
          aria-required="true"
          autoFocus={isAdded && isShort}
          error={problem}
          {...text("genericName")}
        />
        <TextInput label="Dosage" withAsterisk aria-required="true" {...text("dosage")} />
        {!isShort && (
          <>
            <TextInput label="Timing" {...text("timing")} />
            <NativeSelect
              label="Compliance"
              data={CHOICES}
              value={row.compliance}
              onChange={(event) => onChange({ ...row, compliance: event.currentTarget.value as Compliance })}
            />
            <GrowingTextarea
              label="Notes"
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
      {onRemove && (
        <Button
          variant="subtle"
          color="red"
          className={styles.remove}
          leftSection={<IconTrash size={20} aria-hidden="true" />}
          aria-label={`Remove medication ${number}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </fieldset>
  );
}

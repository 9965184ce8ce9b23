import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { formatSummary } from "../../notes/rules/list-words.ts";
import {
  DEFAULT_SUMMARY,
  hasOnlyBrandNames,
  MAX_MEDICATIONS,
  MEDICATION_TEXT_LENGTH,
} from "../../notes/rules/medication-limits.ts";
import { type MedicationBody, type MedicationRow, withRow } from "../client/medication-body.ts";
import styles from "./medication-fields.module.css";
import { MedicationRowFields } from "./medication-row-fields.tsx";

type MedicationFieldsProps = {
  value: MedicationBody;
  /** Error messages by the key of the row without a generic name. */
  problems: Record<string, string>;
  onChange: (value: MedicationBody) => void;
  /** True to show names and dosages only. */
  isShort?: boolean;
};

/** The form fields of a list of medications, and its summary. */
export function MedicationFields({ value, problems, onChange, isShort = false }: MedicationFieldsProps) {
  const [added, setAdded] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { rows } = value;
  const changeRows = (next: MedicationRow[]) => onChange({ ...value, rows: next });

  function add() {
    const next = withRow(rows);
    setAdded(next.at(-1)!.key);
    changeRows(next);
  }

  function remove(key: number) {
    changeRows(rows.filter((row) => row.key !== key));
    addButton.current?.focus();
  }

  return (
    <div className={styles.medications}>
      {rows.map((row, index) => (
        <MedicationRowFields
          key={row.key}
          row={row}
          number={index + 1}
          problem={problems[row.key]}
          isShort={isShort}
          isAdded={row.key === added}
          onChange={(changed) => changeRows(rows.map((other) => (other.key === row.key ? changed : other)))}
          onRemove={rows.length > 1 ? () => remove(row.key) : null}
        />
      ))}
      {hasOnlyBrandNames(rows) && (
        <Checkbox
          label={t("medicationform.onlyBrands")}
          checked={value.onlyBrandNames ?? false}
          onChange={(event) =>
            onChange({ ...value, onlyBrandNames: event.currentTarget.checked ? true : undefined })
          }
        />
      )}
      <div>
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          disabled={rows.length >= MAX_MEDICATIONS}
          onClick={add}
        >
          {t("medicationform.add")}
        </Button>
      </div>
      {!isShort && (
        <TextInput
          label={t("medicationform.summary")}
          maxLength={MEDICATION_TEXT_LENGTH}
          value={value.summary === DEFAULT_SUMMARY ? formatSummary(DEFAULT_SUMMARY) : value.summary}
          onChange={(event) => onChange({ ...value, summary: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Names and dosages only. */
export const ShortMedicationFields = (props: MedicationFieldsProps) => (
  <MedicationFields {...props} isShort />
);

import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Table } from "../../../ui/table.tsx";
import { getEnteredText, listUsedColumns } from "../../notes/rules/medication-columns.ts";
import type { Compliance } from "../../notes/rules/medication-limits.ts";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { COMPLIANCE } from "../rules/compliance-words.ts";
import { CellText } from "./cell-text.tsx";
import styles from "./medication-table.module.css";

const SHORT_DOSE_LENGTH = 16;

const TITLES: Record<keyof Medication, Key> = {
  genericName: "medicationlist.genericName",
  brandName: "medicationlist.brandName",
  dosage: "medicationlist.dosage",
  timing: "medicationlist.timing",
  compliance: "medicationlist.compliance",
  notes: "medicationlist.notes",
};

type MedicationTableProps = {
  medications: readonly Medication[];
  /** Whose list it is, repeated on each printed page. */
  person?: string;
};

/** A list of medications for wide screens and print, without empty columns. */
export function MedicationTable({ medications, person }: MedicationTableProps) {
  const columns = listUsedColumns(medications);
  return (
    <Table className={styles.table}>
      <thead>
        {person && (
          <tr className={styles.onPaper}>
            <td colSpan={columns.length}>{person}</td>
          </tr>
        )}
        <tr>
          {columns.map(({ field }) => (
            <th key={field} scope="col">
              {t(TITLES[field])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {medications.map((row, index) => {
          const named = row.genericName ? "genericName" : "brandName";
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list as it was stored; nothing in it moves
            <tr key={index}>
              {columns.map(({ field }) => {
                const entered = getEnteredText(row, field);
                const text =
                  field === "compliance" && entered ? t(COMPLIANCE[entered as Compliance]) : entered;
                return field === named ? (
                  <th key={field} scope="row" dir="auto">
                    <CellText text={text} />
                  </th>
                ) : (
                  <td key={field} dir="auto" className={isShortDose(field, text) ? styles.short : undefined}>
                    <CellText text={text} />
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** A dose in one line: "400" and "mg" belong together. */
const isShortDose = (field: keyof Medication, text: string) =>
  field === "dosage" && text.length <= SHORT_DOSE_LENGTH;

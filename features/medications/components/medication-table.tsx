import { Table } from "../../../ui/table.tsx";
import { COMPLIANCE_WORDS } from "../client/compliance-words.ts";
import type { Medication } from "../schema.ts";
import { CellText } from "./cell-text.tsx";
import styles from "./medication-table.module.css";

const COLUMNS = ["Generic name", "Brand name", "Dosage", "Timing", "Compliance", "Notes"];

/** A list of medications for wide screens and print. */
export function MedicationTable({ medications }: { medications: readonly Medication[] }) {
  return (
    <Table className={styles.table}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {medications.map(({ genericName, brandName, dosage, timing, compliance, notes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list as it was stored; nothing in it moves
          <tr key={index}>
            <th scope="row">
              <CellText text={genericName} />
            </th>
            {[brandName, dosage, timing, COMPLIANCE_WORDS[compliance], notes].map((text, column) => (
              <td key={COLUMNS[column + 1]}>
                <CellText text={text} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

import type { Medication } from "../schema.ts";
import { MedicationCards } from "./medication-cards.tsx";
import { MedicationTable } from "./medication-table.tsx";

type MedicationRowsProps = {
  medications: readonly Medication[];
  /** Whose list it is, for paper. */
  person?: string;
};

/** A list of medications: a table on paper and where there is space, cards on phones. */
export function MedicationRows(props: MedicationRowsProps) {
  return (
    <>
      <MedicationTable {...props} />
      <MedicationCards medications={props.medications} />
    </>
  );
}

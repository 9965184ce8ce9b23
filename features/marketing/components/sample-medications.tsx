import { Table } from "../../../ui/table.tsx";
import styles from "./sample-diary.module.css";

const medications = [
  ["Metoprolol", "Beloc-Zok", "23.75 mg", "Morning", "Good", "Halved on Monday"],
  ["Ramipril", "Delix", "5 mg", "Morning", "Excellent", ""],
  ["Paracetamol", "", "500 mg", "If needed, at most 4 a day", "Good", "Mostly before exercises"],
];

/** The list of medications of the fictional notebook; on phones its first four columns. */
export function SampleMedications() {
  return (
    <section aria-labelledby="sample-medications">
      <h3 id="sample-medications" className={styles.part}>
        <span aria-hidden="true">💊</span> Current Medications
      </h3>
      <Table className={styles.medications}>
        <thead>
          <tr>
            <th scope="col">Generic name</th>
            <th scope="col" className={styles.wide}>
              Brand name
            </th>
            <th scope="col">Dosage</th>
            <th scope="col">Timing</th>
            <th scope="col" className={styles.wide}>
              Compliance
            </th>
            <th scope="col" className={styles.wide}>
              Notes
            </th>
          </tr>
        </thead>
        <tbody>
          {medications.map(([generic, brand, dosage, timing, compliance, notes]) => (
            <tr key={generic}>
              <th scope="row">{generic}</th>
              <td className={styles.wide}>{brand || "–"}</td>
              <td className={styles.dosage}>{dosage}</td>
              <td>{timing}</td>
              <td className={styles.wide}>{compliance}</td>
              <td className={styles.wide}>{notes || "–"}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

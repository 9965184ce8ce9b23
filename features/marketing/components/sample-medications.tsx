import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Table } from "../../../ui/table.tsx";
import styles from "./sample-diary.module.css";

type SampleMedication = [
  generic: string,
  brand: string,
  dosage: Key,
  timing: Key,
  compliance: Key,
  remark?: Key,
];

const MEDICATIONS: readonly SampleMedication[] = [
  ["Metoprolol", "Beloc-Zok", "sample.amount24", "sample.inTheMorning", "sample.good", "sample.halved"],
  ["Ramipril", "Delix", "sample.amount5", "sample.inTheMorning", "sample.excellent"],
  ["Paracetamol", "–", "sample.amount500", "sample.ifNeeded", "sample.good", "sample.beforeExercises"],
];

/** The list of medications of the fictional notebook; on phones its first four columns. */
export function SampleMedications() {
  return (
    <section aria-labelledby="sample-medications">
      <h3 id="sample-medications" className={styles.part}>
        <span aria-hidden="true">💊</span> {t("sample.medications")}
      </h3>
      <Table className={styles.medications}>
        <thead>
          <tr>
            <th scope="col">{t("sample.genericName")}</th>
            <th scope="col" className={styles.wide}>
              {t("sample.brandName")}
            </th>
            <th scope="col">{t("sample.dosage")}</th>
            <th scope="col">{t("sample.timing")}</th>
            <th scope="col" className={styles.wide}>
              {t("sample.compliance")}
            </th>
            <th scope="col" className={styles.wide}>
              {t("sample.remarks")}
            </th>
          </tr>
        </thead>
        <tbody>
          {MEDICATIONS.map(([generic, brand, dosage, timing, compliance, remark]) => (
            <tr key={generic}>
              <th scope="row">{generic}</th>
              <td className={styles.wide}>{brand}</td>
              <td className={styles.dosage}>{t(dosage)}</td>
              <td>{t(timing)}</td>
              <td className={styles.wide}>{t(compliance)}</td>
              <td className={styles.wide}>{remark ? t(remark) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

import { DAY } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import type { SameMedicine } from "../client/as-needed.ts";
import { formatDose, formatMedicine, type Reading } from "../client/dose-words.ts";
import styles from "./dose-row.module.css";

/** The last dose of each other plan of the same medicine, where it was given within a day. */
export function SameMedicineDoses({ same, reading }: { same: readonly SameMedicine[]; reading: Reading }) {
  const given = same.filter(({ lately: [last] }) => last && reading.now - last.givenAt! < DAY);
  return given.map(({ plan, lately: [last] }) => (
    <p key={plan._id} className={styles.instructions} dir="auto">
      {t("doses.sameMedicine", {
        medicine: formatMedicine(plan),
        dose: formatDose(last!, plan, reading),
      })}
    </p>
  ));
}

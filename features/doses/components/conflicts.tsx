import type { DoseConflict, DosePlan } from "../../../lib/api.ts";
import { conflictWords, type Reading } from "../client/dose-words.ts";
import styles from "./record-form.module.css";

type ConflictsProps = {
  conflicts: readonly DoseConflict[];
  plan: Pick<DosePlan, "doseUnit" | "current">;
  reading: Reading;
  /** What the typed limits say. */
  limits?: string | null;
};

/** The doses that stand in the way of another one: who, when and how much. It states entries, and judges nothing. */
export function Conflicts({ conflicts, plan, reading, limits }: ConflictsProps) {
  return (
    <div className={styles.conflicts}>
      <ul>
        {conflictWords(conflicts, plan, reading).map(({ key, words }) => (
          <li key={key} dir="auto">
            {words}
          </li>
        ))}
      </ul>
      {limits && <p>{limits}</p>}
    </div>
  );
}

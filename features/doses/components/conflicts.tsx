import type { DosePlan } from "../../../lib/api.ts";
import type { ShownConflict } from "../client/conflicts.ts";
import type { Reading } from "../client/dose-words.ts";
import { formatConflicts } from "../client/limit-words.ts";
import { type AskedDose, formatDoubts } from "../client/refusal-words.ts";
import styles from "./record-form.module.css";

type ConflictsProps = {
  conflicts: readonly ShownConflict[];
  plan: DosePlan;
  /** The dose that isn't written yet. */
  dose: AskedDose;
  reading: Reading;
  /** The state of the typed limits, or when the next dose is planned. */
  limits?: string | null;
};

/** Conflicts of a dose with other doses and its plan. It states entries, and judges nothing. */
export function Conflicts({ conflicts, plan, dose, reading, limits }: ConflictsProps) {
  const others = formatConflicts(conflicts, plan, reading);
  return (
    <div className={styles.conflicts}>
      {formatDoubts(conflicts, plan, dose, reading).map((words) => (
        <p key={words} dir="auto">
          {words}
        </p>
      ))}
      {others.length > 0 && (
        <ul>
          {others.map(({ key, words }) => (
            <li key={key} dir="auto">
              {words}
            </li>
          ))}
        </ul>
      )}
      {limits && <p>{limits}</p>}
    </div>
  );
}

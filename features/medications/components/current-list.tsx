import { Button } from "@mantine/core";
import { List } from "../../../ui/list.tsx";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import { COMPLIANCE_WORDS } from "../rules/compliance-words.ts";
import styles from "./current-list.module.css";
import { MedicationNames } from "./medication-cards.tsx";

type CurrentListProps = {
  medications: readonly Medication[];
  /** Null for readers who may not change the list. */
  onChange: ((kind: "change" | "stop", row: number) => void) | null;
};

/** The rows of the valid list, each readable at a glance. */
export function CurrentList({ medications, onChange }: CurrentListProps) {
  return (
    <List gap="none" isRuled className={`${styles.rows} no-print`} aria-label="Medications">
      {medications.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list as it was stored; nothing in it moves
        <li key={index} className={styles.row}>
          <div className={styles.facts}>
            <h3 className={styles.name}>
              <MedicationNames {...row} />
            </h3>
            {(row.dosage || row.timing) && (
              <p className={styles.how}>
                {row.dosage && (
                  <strong>
                    <bdi>{row.dosage}</bdi>
                  </strong>
                )}
                {row.dosage && row.timing && " · "}
                <bdi>{row.timing}</bdi>
              </p>
            )}
            {row.notes && <p className={styles.notes}>{row.notes}</p>}
            {row.compliance !== "unknown" && (
              <p className={styles.notes}>{`Compliance: ${COMPLIANCE_WORDS[row.compliance]}`}</p>
            )}
          </div>
          {onChange && (
            <div className={styles.actions}>
              <Button
                variant="default"
                aria-haspopup="dialog"
                aria-label={`Change ${formatMedicationLabel(row)}`}
                onClick={() => onChange("change", index)}
              >
                Change
              </Button>
              <Button
                variant="subtle"
                color="red"
                className={styles.stop}
                aria-haspopup="dialog"
                aria-label={`Stop ${formatMedicationLabel(row)}`}
                onClick={() => onChange("stop", index)}
              >
                Stop
              </Button>
            </div>
          )}
        </li>
      ))}
    </List>
  );
}

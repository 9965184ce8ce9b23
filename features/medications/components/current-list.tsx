import { Button } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import { COMPLIANCE } from "../rules/compliance-words.ts";
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
    <List gap="none" isRuled className={`${styles.rows} no-print`} aria-label={t("medications.title")}>
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
              <p className={styles.notes}>
                {t("medications.complianceOf", { level: t(COMPLIANCE[row.compliance]) })}
              </p>
            )}
          </div>
          {onChange && (
            <div className={styles.actions}>
              <Button
                variant="default"
                aria-haspopup="dialog"
                aria-label={t("medications.changeNamed", { medicine: formatMedicationLabel(row) })}
                onClick={() => onChange("change", index)}
              >
                {t("medications.change")}
              </Button>
              <Button
                variant="subtle"
                color="red"
                className={styles.stop}
                aria-haspopup="dialog"
                aria-label={t("medications.stopNamed", { medicine: formatMedicationLabel(row) })}
                onClick={() => onChange("stop", index)}
              >
                {t("medications.stop")}
              </Button>
            </div>
          )}
        </li>
      ))}
    </List>
  );
}

import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import { COMPLIANCE } from "../rules/compliance-words.ts";
import styles from "./medication-cards.module.css";

type MedicationCardsProps = {
  medications: readonly Medication[];
  /** A table shows the same where there is space, and on paper. */
  isNextToTable?: boolean;
};

/** A list of medications, one below the other, not truncated. */
export function MedicationCards({ medications, isNextToTable: isBesideTable }: MedicationCardsProps) {
  return (
    <List className={isBesideTable ? styles.onPhones : undefined} aria-label={t("medicationlist.title")}>
      {medications.map(({ dosage, timing, compliance, notes, ...names }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list as it was stored; nothing in it moves
        <Card key={index} className={styles.card}>
          <h3 className={styles.name}>
            <MedicationNames {...names} />
          </h3>
          <dl className={styles.facts}>
            <Fact name={t("medicationlist.dosage")} value={dosage} />
            <Fact name={t("medicationlist.timing")} value={timing} />
            {compliance !== "unknown" && (
              <Fact name={t("medicationlist.compliance")} value={t(COMPLIANCE[compliance])} />
            )}
            <Fact name={t("medicationlist.notes")} value={notes} />
          </dl>
        </Card>
      ))}
    </List>
  );
}

/** "Ramipril (Tritace)", or the only name it has. */
export function MedicationNames({ genericName, brandName }: Pick<Medication, "genericName" | "brandName">) {
  if (!genericName || !brandName) return <bdi>{genericName || brandName}</bdi>;
  return (
    <>
      <bdi>{genericName}</bdi> <bdi className={styles.brand}>({brandName})</bdi>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (!value) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  );
}

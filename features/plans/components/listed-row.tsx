import { Button } from "@mantine/core";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import { MedicationNames } from "../../medications/client/public.ts";
import { formatMedicationLabel } from "../../notes/rules/medication-words.ts";
import type { Comparison } from "../client/use-plans.ts";
import styles from "./plan-card.module.css";

type ListedRowProps = {
  notebook: Notebook;
  row: Comparison["rows"][number];
  /** Its place on the list. */
  index: number;
  /** Asks for the reason and takes it off the list; null for readers who may not. */
  onStop: (() => void) | null;
};

/** A medicine that the list has and nobody has planned: its own words, and the ways on. */
export function ListedRow({ notebook, row, index, onStop }: ListedRowProps) {
  const name = formatMedicationLabel(row);
  return (
    <Card className={styles.card}>
      <h2 className={styles.name}>
        <MedicationNames {...row} />
      </h2>
      {(row.dosage || row.timing) && <p dir="auto">{placeSideBySide([row.dosage, row.timing], " · ")}</p>}
      {row.notes && <Soft>{row.notes}</Soft>}
      <Soft>{t("plans.noTimes")}</Soft>
      <div className={`${styles.actions} no-print`}>
        {notebook.permissions.includes("plans.edit") && (
          <LinkButton
            to="/care/$diaryId/plans/new"
            params={{ diaryId: getShownId(notebook) }}
            search={{ row: index }}
            variant="default"
            aria-label={t("plans.addTimesFor", { name })}
          >
            {t("plans.addTimes")}
          </LinkButton>
        )}
        {onStop && (
          <Button
            variant="subtle"
            color="red"
            aria-haspopup="dialog"
            aria-label={t("plans.notTaken", { name })}
            onClick={onStop}
          >
            {t("plans.stopped")}
          </Button>
        )}
      </div>
    </Card>
  );
}

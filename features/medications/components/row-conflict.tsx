import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import { getBaseRow, presentRow, type RowEntry } from "../client/row-entry.ts";
import type { LatestList } from "../client/use-latest-list.ts";
import { isSameRow } from "../rules/changed-rows.ts";
import { listMedicationDifferences } from "../rules/changes.ts";
import { formatDifference } from "../rules/difference-words.ts";
import { MedicationNames } from "./medication-cards.tsx";
import styles from "./row-conflict.module.css";

type RowConflictProps = {
  /** Focused when saving requires a choice first. */
  ref: Ref<HTMLDivElement>;
  entry: RowEntry;
  latest: LatestList | null;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shown when the list has changed since the entry began: what changed, the row as it is there, and the choice. */
export function RowConflict({ ref, entry, latest, onKeepMine, onTakeTheirs }: RowConflictProps) {
  const { shown, more } = listMedicationDifferences(entry.base?.medications ?? [], latest?.medications ?? []);
  const former = getBaseRow(entry);
  const theirs = presentRow(entry, latest);
  const who = latest?.edited?.name || latest?.creatorName;
  const isStop = entry.kind === "stop";
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      color="yellow"
      variant="outline"
      icon={<IconUsers aria-hidden="true" />}
      title={writeMessage(MEDICATION_MESSAGES.changed)}
    >
      {latest ? (
        <p>{who ? t("medicationrow.whatChanged", { name: who }) : t("medicationrow.whatSomebodyChanged")}</p>
      ) : (
        <p>{t("medicationrow.deleted")}</p>
      )}
      {latest && (
        <ul className={styles.changes}>
          {shown.map((difference, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
            <li key={index}>{formatDifference(difference)}</li>
          ))}
          {more > 0 && <li>{t("medicationrow.more", { count: more })}</li>}
          {shown.length === 0 && <li>{t("medicationrow.nothingInRows")}</li>}
        </ul>
      )}
      {latest && former && !theirs && <p>{t("medicationrow.notListed")}</p>}
      {former && theirs && !isSameRow(former, theirs) && (
        <p>
          {t("medicationrow.nowListed")} <MedicationNames {...theirs} />
          {[theirs.dosage, theirs.timing, theirs.notes].filter(Boolean).map((text) => `, ${text}`)}
        </p>
      )}
      <p>{t(isStop ? "medicationrow.notStoppedYet" : "medicationrow.notSavedYet")}</p>
      <Group mt="md">
        {(!isStop || theirs) && (
          <Button variant="default" onClick={onKeepMine}>
            {t(isStop ? "medicationrow.stopAnyway" : "medicationrow.keepMine")}
          </Button>
        )}
        <Button variant="default" onClick={onTakeTheirs}>
          {t("medicationrow.leaveList")}
        </Button>
      </Group>
    </Alert>
  );
}

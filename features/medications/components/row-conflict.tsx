import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import { writeMessage } from "../../../lib/words/message.ts";
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
        <p>{`What ${who || "somebody"} changed:`}</p>
      ) : (
        <p>The list was deleted, or isn't shared with you any more.</p>
      )}
      {latest && (
        <ul className={styles.changes}>
          {shown.map((difference, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: something may be listed twice; nothing moves
            <li key={index}>{formatDifference(difference)}</li>
          ))}
          {more > 0 && <li>{`+ ${more} more`}</li>}
          {shown.length === 0 && <li>Nothing in its rows.</li>}
        </ul>
      )}
      {latest && former && !theirs && <p>This medication isn't on the list any more.</p>}
      {former && theirs && !isSameRow(former, theirs) && (
        <p>
          It is now on the list as: <MedicationNames {...theirs} />
          {[theirs.dosage, theirs.timing, theirs.notes].filter(Boolean).map((text) => `, ${text}`)}
        </p>
      )}
      <p>{isStop ? "Nothing is stopped yet." : "What you wrote is below and isn't saved yet."}</p>
      <Group mt="md">
        {(!isStop || theirs) && (
          <Button variant="default" onClick={onKeepMine}>
            {isStop ? "Stop it all the same" : "Keep what I wrote"}
          </Button>
        )}
        <Button variant="default" onClick={onTakeTheirs}>
          Leave the list as it is now
        </Button>
      </Group>
    </Alert>
  );
}

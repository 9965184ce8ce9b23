import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { getFieldLabel, getNotebookFacts } from "../client/notebook-facts.ts";
import type { NotebookValues } from "../client/notebook-values.ts";
import styles from "./notebook-conflict.module.css";

type NotebookConflictProps = {
  mine: NotebookValues;
  theirs: NotebookValues;
  onShowTheirs: () => void;
  onSaveMine: () => void;
};

/** Shown when another user saved the information during an edit: lists the differences and lets the editor choose. */
export function NotebookConflict({ mine, theirs, onShowTheirs, onSaveMine }: NotebookConflictProps) {
  const differences = changedFields(mine, theirs);
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconUsers aria-hidden="true" />}
      title={t("notebookform.changedMeanwhile")}
    >
      {differences.length > 0 ? (
        <>
          <p>{t("notebookform.differs")}</p>
          <dl className={styles.differences}>
            {differences.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text || t("notebookform.nothingRecorded")}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>{t("notebookform.same")}</p>
      )}
      <Group mt="md">
        <Button variant="default" onClick={onShowTheirs}>
          {t("notebookform.showTheirs")}
        </Button>
        <Button variant="default" onClick={onSaveMine}>
          {t("notebookform.saveMine")}
        </Button>
      </Group>
    </Alert>
  );
}

/** Their value of each fact that differs from mine. */
function changedFields(mine: NotebookValues, theirs: NotebookValues): { label: string; text: string }[] {
  const texts = (values: NotebookValues) =>
    Object.values(getNotebookFacts(values, null))
      .flat()
      .map(({ label, lines }) => ({ label, text: lines.map(({ text }) => text).join(", ") }));
  const ours = texts(mine);
  const photo =
    mine.photo === theirs.photo
      ? []
      : [
          {
            label: getFieldLabel("photo"),
            text: theirs.photo ? t("notebookform.otherPhoto") : t("notebookform.noPhoto"),
          },
        ];
  return [...photo, ...texts(theirs).filter(({ text }, index) => text !== ours[index]!.text)];
}

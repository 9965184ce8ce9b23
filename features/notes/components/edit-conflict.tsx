import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import type { Note } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import type { NoteKind } from "../client/note-kind.ts";
import { VersionFacts } from "./version-facts.tsx";

type EditConflictProps = {
  /** Focused when saving requires a choice first. */
  ref: Ref<HTMLDivElement>;
  kind: NoteKind;
  theirs: Note;
  /** The notebook's. */
  timeZone: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** Shown when another user saved the note during an edit: shows both versions and lets the editor choose. */
export function EditConflict({ ref, kind, theirs, timeZone, onKeepMine, onTakeTheirs }: EditConflictProps) {
  return (
    <Alert
      ref={ref}
      tabIndex={-1}
      color="yellow"
      variant="outline"
      icon={<IconUsers aria-hidden="true" />}
      title={t("noteform.conflict")}
    >
      <p>{t("noteform.theirs")}</p>
      <h2>{theirs.title || t("notewords.untitled")}</h2>
      <VersionFacts
        written={t("noteform.savedAt", { when: formatExactTime(theirs.updatedAt) })}
        timeZone={timeZone}
        {...theirs}
      />
      <kind.Reading note={theirs} />
      <p>{t("noteform.keepRule")}</p>
      <Group mt="md">
        <Button variant="default" onClick={onKeepMine}>
          {t("noteform.keepMine")}
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t("noteform.takeTheirs")}
        </Button>
      </Group>
    </Alert>
  );
}

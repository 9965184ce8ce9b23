import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import type { Ref } from "react";
import type { Note } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
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
      title="Somebody changed this note while you were writing"
    >
      <p>Their version:</p>
      <h2>{theirs.title || "Untitled"}</h2>
      <VersionFacts written={`Saved ${formatExactTime(theirs.updatedAt)}`} timeZone={timeZone} {...theirs} />
      <kind.Reading note={theirs} />
      <p>What you keep is what you changed; everything else becomes as they have it.</p>
      <Group mt="md">
        <Button variant="default" onClick={onKeepMine}>
          Keep what I wrote
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          Take their version
        </Button>
      </Group>
    </Alert>
  );
}

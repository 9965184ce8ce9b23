import { Alert, Button, Group } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { NoteWords } from "./note-words.tsx";

type EditConflictProps = { title: string; text: string; onKeepMine: () => void; onTakeTheirs: () => void };

/** Somebody else saved the note while it was being edited: both are shown, the person chooses. */
export function EditConflict({ title, text, onKeepMine, onTakeTheirs }: EditConflictProps) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconUsers aria-hidden="true" />}
      title="Somebody changed this note while you were writing"
    >
      <p>Their version:</p>
      <h2>{title}</h2>
      <NoteWords text={text} />
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

import { Alert } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import { listInWords } from "../../../lib/list-words.ts";

/** Warns before saving that some of the mentioned people don't see the note, so that nobody waits for an answer. */
export function UntoldMentions({ names }: { names: readonly string[] }) {
  const who = listInWords([...names]);
  return (
    <div role="status">
      {names.length > 0 && (
        <Alert
          color="yellow"
          variant="outline"
          icon={<IconBellOff aria-hidden="true" />}
          title={`${who} won't be told`}
        >
          {names.length === 1
            ? `${who} can't see this note. A mention tells only those who do, as soon as they do.`
            : "They can't see this note. A mention tells only those who do, as soon as they do."}
        </Alert>
      )}
    </div>
  );
}

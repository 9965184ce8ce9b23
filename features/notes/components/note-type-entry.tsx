import { Badge, Button } from "@mantine/core";
import type { api, Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { noteIcon } from "../rules.ts";
import type { NoteKind } from "./note-kind.ts";
import styles from "./note-type-dialog.module.css";

type NoteTypeEntryProps = {
  notebook: Notebook;
  type: (typeof api.noteTypes.listActiveNoteTypes)["_returnType"][number];
  kind: NoteKind | undefined;
  onQuick: (kind: NoteKind) => void;
};

/** One type of note that can be chosen. */
export function NoteTypeEntry({ notebook, type, kind, onQuick }: NoteTypeEntryProps) {
  const { typeId, name, description, icon, requiresAI } = type;
  return (
    <li className={styles.type} data-type-id={typeId}>
      <span className={styles.icon} aria-hidden="true">
        {noteIcon(icon)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name}
          {requiresAI && (
            <Badge variant="outline" color="gray" className={styles.mark}>
              Needs AI
            </Badge>
          )}
        </h3>
        <p className={styles.text}>{description}</p>
      </div>
      <div className={styles.ways}>
        {kind?.QuickFields && (
          <Button variant="default" aria-label={`Quick entry: ${name}`} onClick={() => onQuick(kind)}>
            Quick entry
          </Button>
        )}
        {kind ? (
          <LinkButton
            to="/care/$diaryId/note/new"
            params={{ diaryId: shownId(notebook) }}
            search={{ type: typeId }}
            aria-label={`Choose ${name}`}
          >
            Choose
          </LinkButton>
        ) : (
          <p className={styles.text}>It has no form here.</p>
        )}
      </div>
    </li>
  );
}

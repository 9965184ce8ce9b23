import { useQuery } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { noteIcon } from "../rules.ts";
import styles from "./type-chooser.module.css";

/** The choice of a note's type, for an address that names none we know. */
export function TypeChooser({ notebook, type }: { notebook: Notebook; type: string | undefined }) {
  const types = useQuery(api.noteTypes.listActiveNoteTypes, {});
  const diaryId = shownId(notebook);
  if (!types) return <Loading label="Loading note types..." />;
  if (types.length === 0)
    return <EmptyState asPage title="No note types available. Please contact administrator." />;
  const chosen = types.find(({ typeId }) => typeId === type);
  if (chosen) {
    return (
      <EmptyState
        asPage
        title={chosen.name}
        text="The form for this kind of note comes with a later version."
      >
        <LinkButton to="/care/$diaryId/note/new" params={{ diaryId }} search={{ type: "default" }}>
          Write a general note instead
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader title="What kind of note?" />
      <ul className={styles.types}>
        {types.map(({ typeId, name, description, icon, requiresAI }) => (
          <li key={typeId} className={styles.type}>
            <span className={styles.icon} aria-hidden="true">
              {noteIcon(icon)}
            </span>
            <div className={styles.words}>
              <h2 className={styles.name}>{name}</h2>
              <p className={styles.text}>
                {description}
                {requiresAI && " Needs an AI provider."}
              </p>
            </div>
            <LinkButton
              to="/care/$diaryId/note/new"
              params={{ diaryId }}
              search={{ type: typeId }}
              variant="default"
              aria-label={`Choose ${name}`}
            >
              Choose
            </LinkButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { NOTE_MESSAGES } from "../rules.ts";

/** No such note, or none this person may see: the same words for both. */
export function NoteMissing({ diaryId }: { diaryId: string }) {
  return (
    <EmptyState asPage title={NOTE_MESSAGES.notFound}>
      <LinkButton to="/care/$diaryId" params={{ diaryId }}>
        Back to the notebook
      </LinkButton>
    </EmptyState>
  );
}

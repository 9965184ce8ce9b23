import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { NOTE_MESSAGES } from "../rules/messages.ts";

/** The same message for a missing note and for one the user may not see. */
export function NoteMissing({ diaryId }: { diaryId: string }) {
  return (
    <EmptyState asPage title={writeMessage(NOTE_MESSAGES.notFound)}>
      <LinkButton to="/care/$diaryId" params={{ diaryId }}>
        {t("notewords.toNotebook")}
      </LinkButton>
    </EmptyState>
  );
}

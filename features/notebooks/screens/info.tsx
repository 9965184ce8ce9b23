import { IconId } from "@tabler/icons-react";
import type { Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/care/:diaryId/info`: the person's information, to come. */
export function NotebookInfoScreen({ notebook }: { notebook: Notebook }) {
  return (
    <ComingRoom
      title={notebook.details.fullName || "Unknown Subject"}
      what="Here the person's information will stand, to read and to print: contacts, medical and legal details."
      picture={<IconId size={64} stroke={1.25} />}
    >
      <LinkButton to="/care/$diaryId" params={{ diaryId: shownId(notebook) }}>
        Back to the notebook
      </LinkButton>
    </ComingRoom>
  );
}

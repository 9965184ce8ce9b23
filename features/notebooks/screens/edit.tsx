import { IconEdit } from "@tabler/icons-react";
import type { Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/care/:diaryId/edit`: the notebook's information form, to come. */
export function EditNotebookScreen({ notebook }: { notebook: Notebook }) {
  return (
    <ComingRoom
      title="Edit notebook"
      what="Here you will change the notebook's name and the person's information."
      picture={<IconEdit size={64} stroke={1.25} />}
    >
      <LinkButton to="/care/$diaryId" params={{ diaryId: shownId(notebook) }}>
        Back to the notebook
      </LinkButton>
    </ComingRoom>
  );
}

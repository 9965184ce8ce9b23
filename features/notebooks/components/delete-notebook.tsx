import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { isSameName } from "../client/same-name.ts";
import { useLeaveOrDelete } from "../client/use-leave-or-delete.ts";

/** Asks for the notebook's name before deleting it, and lists the data deleted with it. */
export function DeleteNotebook({ notebook, onClose }: { notebook: Notebook; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const matches = isSameName(typed, notebook.name);
  const remove = useLeaveOrDelete(notebook, api.diaries.deleteDiary, {
    done: `“${notebook.name}” was deleted.`,
    failed: "Failed to delete the notebook",
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Delete notebook"
      submit="Delete notebook"
      isDestructive
      maySubmit={matches}
      onSubmit={() => matches && remove()}
    >
      <p>
        This deletes “{notebook.name}” for {pluralize(notebook.memberCount, "member")}: all notes (also the
        private ones of others), comments, files, tasks and programs, all information about{" "}
        {notebook.details.fullName} and the photo.
      </p>
      <p>
        <strong>It can't be undone.</strong>
      </p>
      <TextInput
        label="Type the notebook's name to delete it"
        description={notebook.name}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}

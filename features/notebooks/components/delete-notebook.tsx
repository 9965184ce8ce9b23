import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { Modal } from "../../../ui/modal.tsx";
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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (matches) void remove();
  }

  return (
    <Modal opened onClose={onClose} title="Delete notebook">
      <form onSubmit={submit}>
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
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={!matches}>
            Delete notebook
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

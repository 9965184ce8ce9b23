import { TextInput } from "@mantine/core";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { isSameName } from "../client/same-name.ts";
import { useLeaveOrDelete } from "../client/use-leave-or-delete.ts";

/** Asks for the notebook's name before deleting it, and lists the data deleted with it. */
export function DeleteNotebook({ notebook, onClose }: { notebook: Notebook; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const matches = isSameName(typed, notebook.name);
  const remove = useLeaveOrDelete(notebook, api.diaries.deleteDiary, {
    done: () => t("info.deleted", { name: notebook.name }),
    failed: () => t("info.notDeleted"),
  });

  return (
    <FormDialog
      onClose={onClose}
      title={t("info.delete")}
      submit={t("info.delete")}
      isDestructive
      maySubmit={matches}
      onSubmit={() => matches && remove()}
    >
      <p>
        {t("info.deleteText", {
          name: notebook.name,
          count: notebook.memberCount,
          person: notebook.details.fullName,
        })}
      </p>
      <p>
        <strong>{t("info.cantUndo")}</strong>
      </p>
      <TextInput
        label={t("info.typeName")}
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

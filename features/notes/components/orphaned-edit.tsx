import { Alert } from "@mantine/core";
import { IconNoteOff } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useMemo, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { canSend } from "../../../ui/reachability.ts";
import type { NoteKind } from "../client/note-kind.ts";
import type { EditDraft, NoteValues } from "../client/note-values.ts";
import { saveWithTimeout } from "../client/save-with-timeout.ts";
import { useCreateNote } from "../client/use-note-writes.ts";
import { NoteForm } from "./note-form.tsx";

type OrphanedEditProps = { notebook: Notebook; kind: NoteKind; draft: EditDraft; draftKey: string };

/**
 * Keeps the editor's input when their note was deleted, or became uneditable, during an edit: they can save it as a new
 * note.
 */
export function OrphanedEdit(props: OrphanedEditProps & { onChange: (values: NoteValues) => void }) {
  const { notebook, kind, draft, draftKey: key, onChange } = props;
  const params = { diaryId: getShownId(notebook) };
  const navigate = useNavigate();
  const convex = useConvex();
  const create = useCreateNote(kind, notebook);
  const mayWrite = notebook.permissions.includes("notes.create");

  async function save(_: unknown, mentioned: MentionablePerson[] | undefined) {
    const outcome = await saveWithTimeout({
      isOnline: () => canSend(convex),
      write: () => create(draft.values, mentioned),
      key,
      values: draft,
      failed: kind.failed.create,
    });
    if (outcome === "saved") notifySuccess(t("noteform.saved"));
    await navigate({ to: "/care/$diaryId", params });
  }

  return (
    <Page gap="md">
      <PageHeader title={t("noteform.edit")} />
      <Alert
        color="yellow"
        variant="outline"
        icon={<IconNoteOff aria-hidden="true" />}
        title={t("noteform.gone")}
      >
        <p>{t("noteform.goneWhy")}</p>
        <p>{mayWrite ? t("noteform.saveAsNew") : t("noteform.copyIt")}</p>
      </Alert>
      <NoteForm
        kind={kind}
        values={draft.values}
        onChange={onChange}
        onSubmit={save}
        isNew
        note={null}
        notebook={notebook}
        cancel={
          <LinkButton
            to="/care/$diaryId"
            params={params}
            variant="default"
            onClick={() => writeDraft(key, null)}
          >
            {t("noteform.discard")}
          </LinkButton>
        }
      />
    </Page>
  );
}

/** The stored draft of such an edit from a page that was closed meanwhile. */
export function RestoredOrphanedEdit({ draft, ...props }: OrphanedEditProps) {
  const [values, setValues] = useState(draft.values);
  const currentDraft = useMemo<EditDraft>(() => ({ ...draft, values }), [draft, values]);
  useKeepDraft(props.draftKey, currentDraft, true);
  return <OrphanedEdit {...props} draft={currentDraft} onChange={setValues} />;
}

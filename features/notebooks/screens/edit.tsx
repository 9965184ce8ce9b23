import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import {
  getSavedNotebookValues,
  hasSameValues,
  isChosenHere,
  type NotebookValues,
} from "../client/notebook-values.ts";
import { useUpdateNotebook } from "../client/use-save-notebook.ts";
import { NotebookConflict } from "../components/notebook-conflict.tsx";
import { NotebookForm } from "../components/notebook-form.tsx";
import { ZoneChangeField } from "../components/zone-change-field.tsx";
import { NOTEBOOK_MESSAGES, type ZoneChangeMode } from "../rules.ts";

/** `/care/:diaryId/edit`; "not found" for users who may not edit. */
export function EditNotebookScreen({ notebook }: { notebook: Notebook }) {
  if (notebook.permissions.includes("notebook.edit")) return <EditNotebook notebook={notebook} />;
  return (
    <EmptyState asPage title={writeMessage(NOTEBOOK_MESSAGES.notFound)}>
      <LinkButton to="/care/$diaryId" params={{ diaryId: getShownId(notebook) }}>
        {t("notebookform.back")}
      </LinkButton>
    </EmptyState>
  );
}

/** A version of the notebook's information: the saved one, or the one a draft is based on. */
type Version = { version: number; values: NotebookValues };

/**
 * The form values of a draft; fields that an older program didn't have, and a deleted photo, are taken from the saved
 * version.
 */
function valuesOfDraft(draft: NotebookValues, saved: NotebookValues): NotebookValues {
  const hasOldPhoto = draft.photo !== null && !isChosenHere(draft.photo);
  return { ...saved, ...draft, photo: hasOldPhoto ? saved.photo : draft.photo };
}

function EditNotebook({ notebook }: { notebook: Notebook }) {
  const navigate = useNavigate();
  const params = { diaryId: getShownId(notebook) };
  const key = getDraftKey("notebook", notebook._id);
  const update = useUpdateNotebook(notebook._id);
  const saved: Version = { version: notebook.version, values: getSavedNotebookValues(notebook) };
  const [draft] = useState(() => readDraft<Version>(key));
  const [base, setBase] = useState<Version>({ ...saved, version: draft?.version ?? saved.version });
  const [values, setValues] = useState(() =>
    draft ? valuesOfDraft(draft.values, saved.values) : saved.values,
  );
  const [isDraft, setIsDraft] = useState(draft !== null);
  const [isSaving, setIsSaving] = useState(false);
  const [zoneChangeMode, setZoneChangeMode] = useState<ZoneChangeMode>("hour");
  // Another user's version that the editor has seen and overwrites.
  const accepted = useRef(0);
  const isDirty = !hasSameValues(values, base.values);
  const isBehind = !isSaving && notebook.version > base.version;
  useKeepDraft(key, { version: base.version, values }, isDirty);

  function showSaved() {
    setBase(saved);
    setValues(saved.values);
    setIsDraft(false);
    writeDraft(key, null);
  }

  // Until something is typed, the form follows others' changes.
  useEffect(() => {
    if (isBehind && !isDirty) showSaved();
  });

  async function save() {
    setIsSaving(true);
    try {
      const version = Math.max(base.version, accepted.current);
      const now = await update(values, { version, photo: base.values.photo }, zoneChangeMode);
      setZoneChangeMode("hour");
      const nextDraft = { ...values, photo: now.photo };
      setBase({ version: now.version, values: nextDraft });
      // Input typed during the save stays.
      setValues((typed) => (typed === values ? nextDraft : typed));
      setIsDraft(false);
      writeDraft(key, null);
      notifySuccess(t("notebookform.saved"));
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <Page gap="sm">
      <PageHeader title={t("notebookform.title")} />
      {isDraft && isDirty && <DraftNotice onDiscard={showSaved} />}
      <NotebookForm
        isNew={false}
        values={values}
        onChange={setValues}
        isDirty={isDirty}
        save={save}
        onDone={() => navigate({ to: "/care/$diaryId/info", params })}
        onDiscard={showSaved}
        timeZoneNote={
          values.timeZone !== base.values.timeZone && (
            <ZoneChangeField
              value={zoneChangeMode}
              onChange={setZoneChangeMode}
              from={base.values.timeZone}
              to={values.timeZone}
            />
          )
        }
        above={(saveNow) =>
          isBehind &&
          isDirty && (
            <NotebookConflict
              mine={values}
              theirs={saved.values}
              onShowTheirs={showSaved}
              onSaveMine={() => {
                accepted.current = notebook.version;
                saveNow();
              }}
            />
          )
        }
        cancel={
          <LinkButton to="/care/$diaryId/info" params={params} variant="default" px="md">
            {t("notebookform.cancel")}
          </LinkButton>
        }
      />
    </Page>
  );
}

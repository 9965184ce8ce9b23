import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { NeedsConnection } from "../../../ui/needs-connection.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { createNotebookValues, hasSameValues, type NotebookValues } from "../client/notebook-values.ts";
import { getOwnCountry, getOwnLanguage, getThisDevice } from "../client/this-device.ts";
import { getStartingZone } from "../client/time-zones.ts";
import { useCreateNotebook } from "../client/use-save-notebook.ts";
import { NotebookForm } from "../components/notebook-form.tsx";

/** `/care/new`: only a name and a country are required. */
export function NewNotebookScreen() {
  const me = useQuery(api.users.getCurrentUser, {});
  // The draft is per user, so that others on this browser don't see it.
  return me ? <NewNotebook key={me._id} draft={getDraftKey("new-notebook", me._id)} /> : null;
}

function NewNotebook({ draft: key }: { draft: string }) {
  const navigate = useNavigate();
  const create = useCreateNotebook();
  const [start] = useState(() => {
    const device = getThisDevice();
    return createNotebookValues(getStartingZone(), getOwnCountry(device), getOwnLanguage(device));
  });
  const [draft] = useState(() => readDraft<NotebookValues>(key));
  const [values, setValues] = useState<NotebookValues>({ ...start, ...draft });
  const [isDraft, setIsDraft] = useState(draft !== null);
  const [isMade, setIsMade] = useState(false);
  const diaryId = useRef("");
  const isSaving = useRef(false);
  const isDirty = !isMade && !hasSameValues(values, start);
  useKeepDraft(key, values, isDirty);

  function discard() {
    setValues(start);
    setIsDraft(false);
    writeDraft(key, null);
  }

  // Deletes the draft while the notebook is being created: returning before that finishes would create it twice.
  useEffect(
    () => () => {
      if (isSaving.current) writeDraft(key, null);
    },
    [key],
  );

  async function save() {
    isSaving.current = true;
    try {
      diaryId.current = await create(values);
      setIsMade(true);
      writeDraft(key, null);
    } catch (error) {
      writeDraft(key, values);
      throw error;
    } finally {
      isSaving.current = false;
    }
  }

  return (
    <Page gap="sm">
      <PageHeader title={t("notebookform.newTitle")} subtitle={t("notebookform.newHint")} />
      <NeedsConnection what={t("notebookform.aNewNotebook")} />
      {isDraft && isDirty && <DraftNotice onDiscard={discard} />}
      <NotebookForm
        isNew
        values={values}
        onChange={setValues}
        isDirty={isDirty}
        save={save}
        onDone={() => navigate({ to: "/care/$diaryId", params: { diaryId: diaryId.current } })}
        onDiscard={discard}
        cancel={
          <LinkButton to="/care" variant="default" px="md">
            {t("notebookform.cancel")}
          </LinkButton>
        }
      />
    </Page>
  );
}

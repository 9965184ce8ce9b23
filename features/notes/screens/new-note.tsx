import { Alert, Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { ConvexError } from "convex/values";
import { type ReactNode, useState } from "react";
import { api, type Notebook, type NotebookSummary } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { PlainSelect } from "../../../ui/plain-select.tsx";
import { canSend } from "../../../ui/reachability.ts";
import { Section } from "../../../ui/section.tsx";
import { isWaiting } from "../../../ui/waiting-changes.ts";
import type { NoteKind, NoteStart } from "../client/note-kind.ts";
import { createNoteValues, getClearedValues, type NoteValues } from "../client/note-values.ts";
import { saveWithTimeout } from "../client/save-with-timeout.ts";
import { useCreateNote } from "../client/use-note-writes.ts";
import { NoteForm } from "../components/note-form.tsx";

type NewNoteProps = {
  notebook: Notebook;
  kind: NoteKind;
  /** The notebooks where the reader may write. */
  notebooks: readonly NotebookSummary[];
  /** Opens the form in another notebook; `isMoved`: the typed text is its draft there. */
  onNotebook: (to: NotebookSummary, isMoved: boolean) => void;
  /** For a form within the kind's page: closes it, after saving too. */
  onClose?: (() => void) | undefined;
  /**
   * Photos and files to attach once the note exists: the field to choose them, whether this browser keeps all of them,
   * and functions that attach or drop them. `opensNote`: the page of the note is opened next.
   */
  files: {
    field: ReactNode;
    count: number;
    isKept: boolean;
    /** Keeps them before they are by themselves; false where this browser can't keep all. */
    keepNow: () => Promise<boolean>;
    attach: (noteId: string, opensNote: boolean) => Promise<void>;
    discard: () => void;
  };
};

/** `/care/:diaryId/note/new?type=…`: the form of that type; with `onClose` a part of another page. */
export function NewNoteScreen(props: NewNoteProps) {
  const start = props.kind.useStart(props.notebook._id);
  if (!start) return <Loading label={t("noteform.loading")} />;
  return <NewNote {...props} start={start} />;
}

const written = ({ title, body, tags, typedTag }: NoteValues) =>
  JSON.stringify([title, body, tags, typedTag]);

function NewNote({
  notebook,
  kind,
  notebooks,
  onNotebook,
  onClose,
  files,
  start: given,
}: NewNoteProps & { start: NoteStart<unknown> }) {
  const diaryId = getShownId(notebook);
  const key = getDraftKey(notebook._id, "new", kind.type);
  const page = kind.own?.page ?? "/care/$diaryId";
  const navigate = useNavigate();
  const convex = useConvex();
  const isOnline = () => canSend(convex);
  const create = useCreateNote(kind, notebook);
  const today = () => toDayInZone(Date.now(), notebook.timeZone);
  // The initial values stay even if the newest note of the kind changes meanwhile.
  const [begun] = useState(given);
  const [start, setStart] = useState<NoteValues>(() => createNoteValues(kind, begun, today()));
  const [basis, setBasis] = useState(begun.basis);
  const [draft] = useState(() => readDraft<NoteValues>(key));
  const [values, setValues] = useState<NoteValues>({ ...start, ...draft });
  const [isDraft, setIsDraft] = useState(draft !== null);
  useKeepDraft(key, values, written(values) !== written(start));

  function restart(next: NoteValues) {
    setStart(next);
    setValues(next);
    setIsDraft(false);
    writeDraft(key, null);
  }

  /**
   * The typed text goes along, unless a draft waits there: then each stays in its notebook. A list of medicines stays,
   * because it is one person's.
   */
  function changeNotebook(id: string) {
    const to = notebooks.find(({ _id }) => _id === id)!;
    const target = getDraftKey(to._id, "new", kind.type);
    const isMoved = kind.titleOf !== undefined && readDraft(target) === null;
    if (isMoved && written(values) !== written(start)) {
      writeDraft(target, values);
      restart(start);
    }
    onNotebook(to, isMoved);
  }

  function discard() {
    restart(createNoteValues(kind, begun, today()));
    files.discard();
  }

  function startEmpty() {
    setBasis(null);
    setStart({ ...start, body: kind.emptyBody() });
    setValues({ ...values, body: kind.emptyBody() });
  }

  async function save(then: "leave" | "another", mentioned: MentionablePerson[] | undefined) {
    const hasFiles = files.count > 0;
    // A page that ends after the note is sent loses none of them.
    if (!files.isKept && !(await files.keepNow()) && !isOnline())
      throw new ConvexError(t("noteform.filesNotKept"));
    let noteId: string | null = null;
    let opensNote = hasFiles && then === "leave";
    // By its short id: the page would replace the long one in its address, and begin anew.
    const open = async (id: string) => {
      const note = await convex.query(api.notes.getNote, { noteId: id });
      await navigate({ to: "/care/$diaryId/note/$noteId", params: { diaryId, noteId: note?.shortId ?? id } });
    };
    const outcome = await saveWithTimeout({
      isOnline,
      write: async () => {
        noteId = await create(values, mentioned);
        // Without a connection the page of the note couldn't send them.
        opensNote &&= !isWaiting(noteId);
        if (hasFiles) await files.attach(noteId, opensNote);
        return noteId;
      },
      key,
      values,
      failed: kind.failed.create,
    });
    opensNote &&= outcome === "saved";
    setBasis(null);
    restart(getClearedValues(kind, values, today()));
    if (noteId !== null && isWaiting(noteId))
      notifySuccess(hasFiles ? t("noteform.keptHereWithFiles") : t("noteform.keptHere"));
    else if (outcome === "saved") notifySuccess(t("noteform.saved"));
    if (then === "another") return;
    if (opensNote && noteId) await open(noteId);
    else if (onClose) onClose();
    else await navigate({ to: page, params: { diaryId } });
  }

  const heading = kind.own?.heading ?? t("noteform.create");
  const form = (
    <>
      {!onClose && notebooks.length > 1 && (
        <PlainSelect
          isInline
          label={t("noteform.inNotebook")}
          value={notebook._id}
          options={notebooks.map(({ _id, name, details }) => ({
            value: _id,
            label: details.fullName.trim() || name,
          }))}
          onChange={(event) => changeNotebook(event.currentTarget.value)}
        />
      )}
      {isDraft && <DraftNotice onDiscard={discard} />}
      {!isDraft && basis && (
        <Alert color="teal" variant="outline" icon={<IconCopy aria-hidden="true" />} title={basis}>
          <p>{t("noteform.checkLines")}</p>
          <Button variant="default" onClick={startEmpty}>
            {t("noteform.startEmpty")}
          </Button>
        </Alert>
      )}
      <NoteForm
        kind={kind}
        values={values}
        onChange={setValues}
        onSubmit={save}
        isNew
        note={null}
        notebook={notebook}
        // Files are sent from the note's page.
        mayRepeat={kind.mayRepeat && files.count === 0}
        files={files.field}
        hasFiles={files.count > 0}
        cancel={
          onClose ? (
            <Button variant="default" onClick={onClose}>
              {t("noteform.cancel")}
            </Button>
          ) : (
            <LinkButton to={page} params={{ diaryId }} variant="default">
              {t("noteform.cancel")}
            </LinkButton>
          )
        }
      />
    </>
  );
  if (onClose) return <Section title={heading}>{form}</Section>;
  return (
    <Page gap="md">
      <PageHeader title={heading} />
      {form}
    </Page>
  );
}

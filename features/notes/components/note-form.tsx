import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { findRemainingErrors } from "../../../lib/remaining-errors.ts";
import { DEFAULT_VISIBILITY } from "../../../lib/visibility-levels.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Folded } from "../../../ui/folded.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { describeFailure } from "../client/failure-words.ts";
import { type NoteErrors, noteErrors } from "../client/note-errors.ts";
import type { NoteKind } from "../client/note-kind.ts";
import { getTags, type NoteValues } from "../client/note-values.ts";
import { type MentioningNote, useNoteMentions } from "../client/use-note-mentions.ts";
import { NOTE_TITLE_LENGTH } from "../rules.ts";
import { DateAndTime } from "./date-and-time.tsx";
import { EncryptedFlag } from "./encrypted-flag.tsx";
import { TagsField } from "./tags-field.tsx";
import { UntoldMentions } from "./untold-mentions.tsx";
import { VisibilityField } from "./visibility-field.tsx";

type NoteFormProps = {
  kind: NoteKind;
  values: NoteValues;
  onChange: (values: NoteValues) => void;
  /** Saves the form; a rejection is shown after the kind's own failure message. */
  onSubmit: (then: "leave" | "another", mentioned: MentionablePerson[] | undefined) => Promise<void>;
  isNew: boolean;
  /** The note as it is stored; null when it isn't yet. */
  note: MentioningNote | null;
  /** Its time zone determines the day. */
  notebook: Pick<Notebook, "_id" | "timeZone" | "memberCount">;
  /** The field for photos and files, for a new note, and whether it has some. */
  files?: ReactNode;
  hasFiles?: boolean;
  /** Shows a button to save and write another one. */
  mayRepeat?: boolean;
  cancel: ReactNode;
};

/** The form of a new or an existing note; its kind supplies the fields of the body (care core 2 and 5). */
export function NoteForm(props: NoteFormProps) {
  const { kind, values, onChange, onSubmit, isNew, note, notebook, cancel } = props;
  const { files, hasFiles = false, mayRepeat = false } = props;
  const [sentErrors, setErrors] = useState<NoteErrors | null>(null);
  const errors = sentErrors && remainingNoteErrors(sentErrors, noteErrors(kind, values));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const now = useNow();
  const {
    people,
    startLoading,
    untold = [],
    settled,
  } = useNoteMentions({
    diaryId: notebook._id,
    text: kind.textOf?.(values.body) ?? null,
    visibility: values.visibility,
    note,
  });
  const set = (change: Partial<NoteValues>) => onChange({ ...values, ...change });
  const suggestedTitle = isNew ? kind.titleOf?.(values.body) : undefined;

  function setBody(body: unknown) {
    const isOwnTitle = values.title.trim() !== "" && values.title !== suggestedTitle;
    set({ body, ...(kind.titleOf && isNew && !isOwnTitle && { title: kind.titleOf(body) }) });
  }

  // The draft of a folded field is in sight.
  const [holdsMore] = useState(
    () =>
      kind.holdsMore?.(values.body) ||
      getTags(values).length > 0 ||
      values.time !== "" ||
      values.isEncrypted ||
      values.visibility !== DEFAULT_VISIBILITY ||
      (values.title !== "" && values.title !== suggestedTitle),
  );

  // A note is written text first.
  const beginsWithText = isNew && kind.titleOf !== undefined;
  useEffect(() => {
    if (beginsWithText) form.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, [beginsWithText]);

  async function submit(then: "leave" | "another") {
    const found = noteErrors(kind, values);
    flushSync(() => {
      setErrors(found);
      setRefusal(null);
    });
    if (found) return form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    setIsSubmitting(true);
    try {
      await onSubmit(then, await settled());
    } catch (error) {
      const failed = isNew ? kind.failed.create : kind.failed.update;
      console.error(writeMessage(failed), error);
      setRefusal(describeFailure(writeMessage(failed), error));
    } finally {
      setIsSubmitting(false);
    }
  }

  function submitForm(event: FormEvent) {
    event.preventDefault();
    void submit("leave");
  }

  const title = (
    <TextInput
      label={t("noteform.title")}
      description={kind.titleOf && isNew ? t("noteform.titleHint") : undefined}
      withAsterisk
      maxLength={NOTE_TITLE_LENGTH}
      value={values.title}
      onChange={(event) => set({ title: event.currentTarget.value })}
      error={errors?.title}
    />
  );

  const body = {
    value: values.body,
    problems: errors?.body ?? {},
    onChange: setBody,
    people,
    onFocus: startLoading,
    hasPeople: notebook.memberCount > 1,
  };
  const hasSharedErrors = Boolean(errors?.title || errors?.date || errors?.time);
  const shared = (
    <>
      {kind.MoreFields && <kind.MoreFields {...body} />}
      {files}
      {kind.titleOf && title}
      <DateAndTime values={values} errors={errors} timeZone={notebook.timeZone} now={now} onChange={set} />
      <VisibilityField value={values.visibility} onChange={(visibility) => set({ visibility })} />
      <TagsField tags={values.tags} typedTag={values.typedTag} onChange={set} />
      <EncryptedFlag
        value={values.isEncrypted}
        isNew={isNew}
        onChange={(isEncrypted) => set({ isEncrypted })}
      />
    </>
  );

  return (
    <form ref={form} onSubmit={submitForm} noValidate>
      <Stack gap="lg">
        {!kind.titleOf && title}
        <kind.Fields {...body} />
        {isNew && kind.own ? (
          <Folded
            name="note-details"
            title={t("noteform.more")}
            mustOpen={holdsMore || hasFiles || hasSharedErrors}
          >
            <Stack gap="lg">{shared}</Stack>
          </Folded>
        ) : (
          shared
        )}
        <UntoldMentions names={untold.map(({ name }) => name)} />
        {refusal && (
          <Alert color="red" variant="outline" title={t("noteform.notSaved")}>
            {refusal}
          </Alert>
        )}
        <Actions>
          <Button type="submit" loading={isSubmitting}>
            {t("noteform.save")}
          </Button>
          {mayRepeat && (
            <Button variant="default" disabled={isSubmitting} onClick={() => submit("another")}>
              {t("noteform.saveAndRepeat")}
            </Button>
          )}
          {cancel}
        </Actions>
      </Stack>
    </form>
  );
}

function remainingNoteErrors({ body, ...fields }: NoteErrors, found: NoteErrors | null): NoteErrors {
  return { ...findRemainingErrors(fields, found ?? {}), body: findRemainingErrors(body, found?.body ?? {}) };
}

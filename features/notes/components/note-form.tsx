import { Alert, Button, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { errorMessage } from "../../../lib/error-message.ts";
import { NOTE_CONTENT_LENGTH, NOTE_TITLE_LENGTH } from "../rules.ts";
import { EncryptedFlag } from "./encrypted-flag.tsx";
import styles from "./note-form.module.css";
import { type NoteErrors, type NoteValues, noteErrors } from "./note-values.ts";
import { TagsField } from "./tags-field.tsx";

type NoteFormProps = {
  values: NoteValues;
  onChange: (values: NoteValues) => void;
  /** Sends the form; a rejection is shown with `failed` before its reason. */
  onSubmit: (then: "leave" | "another") => Promise<void>;
  failed: string;
  isNew: boolean;
  cancel: ReactNode;
};

/** The form of a default note, new or edited (care core 2 and 5). */
export function NoteForm({ values, onChange, onSubmit, failed, isNew, cancel }: NoteFormProps) {
  const [errors, setErrors] = useState<NoteErrors & { save?: string }>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  const titleField = useRef<HTMLInputElement>(null);
  const textField = useRef<HTMLTextAreaElement>(null);
  const dateField = useRef<HTMLInputElement>(null);
  const set = (change: Partial<NoteValues>) => onChange({ ...values, ...change });

  async function submit(then: "leave" | "another") {
    const found = noteErrors(values);
    setErrors(found);
    if (found.title) return titleField.current?.focus();
    if (found.text) return textField.current?.focus();
    if (found.date) return dateField.current?.focus();
    setIsSubmitting(true);
    try {
      await onSubmit(then);
    } catch (error) {
      console.error(failed, error);
      setErrors({ save: `${failed}: ${errorMessage(error, "please try again")}` });
    } finally {
      setIsSubmitting(false);
    }
  }

  function submitForm(event: FormEvent) {
    event.preventDefault();
    void submit("leave");
  }

  return (
    <form onSubmit={submitForm} noValidate>
      <Stack gap="lg">
        <TextInput
          ref={titleField}
          label="Title"
          withAsterisk
          maxLength={NOTE_TITLE_LENGTH}
          value={values.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
          error={errors.title}
        />
        <Textarea
          ref={textField}
          label="Content"
          withAsterisk
          autosize
          minRows={8}
          maxRows={24}
          maxLength={NOTE_CONTENT_LENGTH}
          value={values.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
          error={errors.text}
        />
        <TextInput
          ref={dateField}
          type="date"
          label="Note date"
          className={styles.date}
          value={values.date}
          onChange={(event) => set({ date: event.currentTarget.value })}
          error={errors.date}
        />
        <Radio.Group
          label="Who can see this note"
          value={values.visibility}
          onChange={(visibility) => set({ visibility: visibility as NoteValues["visibility"] })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="private" label="Only me" />
            <Radio value="team" label="Care team" description="Owner, admins and caregivers" />
            <Radio
              value="extended"
              label="Everyone"
              description="All members of this notebook, viewers too"
            />
          </Stack>
        </Radio.Group>
        <TagsField tags={values.tags} onChange={(tags) => set({ tags })} />
        <EncryptedFlag
          value={values.isEncrypted}
          isNew={isNew}
          onChange={(isEncrypted) => set({ isEncrypted })}
        />
        {errors.save && (
          <Alert color="red" variant="outline" title="The note was not saved">
            {errors.save}
          </Alert>
        )}
        <div className={styles.actions}>
          <Button type="submit" loading={isSubmitting}>
            Save note
          </Button>
          {isNew && (
            <Button variant="default" disabled={isSubmitting} onClick={() => submit("another")}>
              Save and write another
            </Button>
          )}
          {cancel}
        </div>
      </Stack>
    </form>
  );
}

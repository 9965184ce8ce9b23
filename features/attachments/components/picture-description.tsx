import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Attachment } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { DESCRIPTION_LENGTH } from "../rules.ts";
import styles from "./picture-viewer.module.css";

type PictureDescriptionProps = {
  attachment: Attachment;
  /** Saves the description; returns false after showing an error. */
  onDescribe: (attachment: Attachment, description: string) => Promise<boolean>;
};

/** The description of the picture; users who may change it get a field. */
export function PictureDescription({ attachment, onDescribe }: PictureDescriptionProps) {
  const { description, canDescribe } = attachment;
  const [text, setText] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  function open() {
    flushSync(() => setText(description));
    field.current?.focus();
  }

  function close() {
    flushSync(() => setText(null));
    edit.current?.focus();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaving(true);
    const isSaved = await onDescribe(attachment, text!.trim());
    setIsSaving(false);
    if (isSaved) close();
  }

  if (text !== null) {
    return (
      <form className={styles.edit} onSubmit={save}>
        <GrowingTextarea
          ref={field}
          label={t("previews.description")}
          description={t("previews.descriptionHint")}
          minRows={2}
          maxRows={5}
          maxLength={DESCRIPTION_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Actions isTight>
          <Button type="submit" loading={isSaving}>
            {t("previews.saveDescription")}
          </Button>
          <Button variant="default" disabled={isSaving} onClick={close}>
            {t("previews.cancel")}
          </Button>
        </Actions>
      </form>
    );
  }
  return (
    <div className={styles.described}>
      {description && <p className={styles.description}>{description}</p>}
      {canDescribe && (
        <Button ref={edit} variant="subtle" onClick={open}>
          {description ? t("previews.editDescription") : t("previews.addDescription")}
        </Button>
      )}
    </div>
  );
}

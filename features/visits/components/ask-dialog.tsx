import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Actions } from "../../../ui/actions.tsx";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { Fields } from "../../../ui/fields.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { useAsk } from "../client/use-questions.ts";
import { QUESTION_LENGTH, VISIT_MESSAGES } from "../rules.ts";

type AskDialogProps = { notebook: Notebook; onClose: () => void };

/** The form for a question at the visit. The text stays as a draft until it is saved. */
export function AskDialog({ notebook, onClose }: AskDialogProps) {
  const key = getDraftKey(notebook._id, "visit-question");
  const [text, setText] = useState(() => readDraft<string>(key) ?? "");
  const [problem, setProblem] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = useAsk(notebook);
  useKeepDraft(key, text, text.trim() !== "");

  async function submit(event: FormEvent) {
    event.preventDefault();
    const question = text.trim();
    flushSync(() => {
      setProblem(question === "" ? VISIT_MESSAGES.empty : undefined);
      setFailure(null);
    });
    if (question === "") return field.current?.focus();
    setIsSaving(true);
    try {
      await ask(question);
      writeDraft(key, null);
      onClose();
    } catch (error) {
      console.error(VISIT_MESSAGES.askFailed, error);
      setFailure(getErrorMessage(error, VISIT_MESSAGES.askFailed));
      setIsSaving(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title="Ask at the visit" size="lg" closable={!isSaving}>
      <Fields as="form" onSubmit={submit} noValidate>
        <GrowingTextarea
          ref={field}
          label="What do you want to ask?"
          minRows={3}
          maxLength={QUESTION_LENGTH}
          data-autofocus
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Soft>This writes a note for the care team with the tag “question”.</Soft>
        {failure && <Problem>{failure}</Problem>}
        <Actions>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
          <Button variant="default" disabled={isSaving} onClick={onClose}>
            Cancel
          </Button>
        </Actions>
      </Fields>
    </Modal>
  );
}

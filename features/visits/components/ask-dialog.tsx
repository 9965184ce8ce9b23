import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { useAsk } from "../client/use-questions.ts";
import { QUESTION_LENGTH, VISIT_MESSAGES } from "../rules.ts";

type AskDialogProps = { notebook: Notebook; onClose: () => void };

/** The form for a question at the visit. The text stays as a draft until it is saved. */
export function AskDialog({ notebook, onClose }: AskDialogProps) {
  const key = getDraftKey(notebook._id, "visit-question");
  const [text, setText] = useState(() => readDraft<string>(key) ?? "");
  const [problem, setProblem] = useState<string | undefined>();
  const form = useSubmit(writeMessage(VISIT_MESSAGES.askFailed));
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = useAsk(notebook);
  useKeepDraft(key, text, text.trim() !== "");

  function submit() {
    const question = text.trim();
    flushSync(() => setProblem(question === "" ? writeMessage(VISIT_MESSAGES.empty) : undefined));
    return question === "" ? field.current?.focus() : save(question);
  }

  async function save(question: string) {
    await ask(question);
    writeDraft(key, null);
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("visit.ask")}
      size="lg"
      submit={t("visit.save")}
      isBusy={form.isBusy}
      problem={form.problem}
      onSubmit={form.onSubmit(submit)}
    >
      <GrowingTextarea
        ref={field}
        label={t("visit.whatToAsk")}
        minRows={3}
        maxLength={QUESTION_LENGTH}
        data-autofocus
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Soft>{t("visit.writesNote")}</Soft>
    </FormDialog>
  );
}

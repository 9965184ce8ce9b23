import { TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { writeIssue } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { pickFacts } from "../client/plan-values.ts";
import type { Plan } from "../client/use-plans.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { planFacts } from "../schema.ts";
import { AboutFields, NameFields, VisibilityChoice } from "./medicine-fields.tsx";

type CorrectDialogProps = {
  plan: Plan;
  /** How often it was corrected before. */
  revision: number;
  onClose: () => void;
};

/** Corrects typing errors in a plan's name, or who sees it. Another medicine is another plan. */
export function CorrectDialog({ plan, revision, onClose }: CorrectDialogProps) {
  const correct = useMutation(api.plans.correctPlan);
  const [facts, setFacts] = useState(() => pickFacts(plan));
  const [visibility, setVisibility] = useState(plan.visibility);
  const [reason, setReason] = useState("");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useSubmit(t("plans.tryAgain"));
  // The values with which the form was opened: the second of two concurrent corrections is refused.
  const [baseRevision] = useState(revision);

  function submit() {
    const issues = planFacts.safeParse(facts).error?.issues ?? [];
    setProblems(
      Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), writeIssue(message)])),
    );
    return issues.length > 0 ? null : save();
  }

  async function save() {
    await correct({ planId: plan._id, baseRevision, facts, visibility, reason });
    notifySuccess(t("plan.corrected"));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("plan.correctTitle", { name: plan.name })}
      size="lg"
      submit={t("plan.save")}
      isBusy={form.isBusy}
      problem={form.problem}
      problemTitle={t("plan.notCorrected")}
      onSubmit={form.onSubmit(submit)}
    >
      <Soft>{t("plan.correctText")}</Soft>
      <NameFields facts={facts} problems={problems} plans={[]} onChange={setFacts} />
      <AboutFields facts={facts} problems={problems} plans={[]} onChange={setFacts} />
      <VisibilityChoice value={visibility} onChange={setVisibility} />
      <TextInput
        label={t("plan.whatWrong")}
        maxLength={WORDS_LENGTH}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </FormDialog>
  );
}

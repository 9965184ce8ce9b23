import { TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import type { Plan } from "../client/use-plans.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";

/** Ends a plan, with the reason. */
export function EndDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const end = useMutation(api.plans.endPlan);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const form = useSubmit("Please try again");

  async function save() {
    await end({ planId: plan._id, reason });
    notifySuccess(`The plan of ${plan.name} has ended.`);
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={`End the plan of ${plan.name}`}
      submit="End the plan"
      isDestructive
      isBusy={form.isBusy}
      problem={form.problem}
      problemTitle="The plan has not ended"
      onSubmit={form.onSubmit(() => (reason.trim() ? save() : setProblem("Write why it ends")))}
    >
      <p>Nothing is due any more from now on. What was given stays readable. It can't be taken back.</p>
      <TextInput
        label="Why does it end?"
        description="For example: stopped by Dr Lee on 3 May"
        withAsterisk
        aria-required="true"
        data-autofocus
        maxLength={WORDS_LENGTH}
        value={reason}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setProblem(undefined);
        }}
      />
    </FormDialog>
  );
}

import { Alert, Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import type { Plan } from "../client/use-plans.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";

/** Ends a plan, with the reason. */
export function EndDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const end = useMutation(api.plans.endPlan);
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!reason.trim()) return setProblem("Write why it ends");
    setIsSaving(true);
    setRefusal(null);
    try {
      await end({ planId: plan._id, reason });
      notifySuccess(`The plan of ${plan.name} has ended.`);
      onClose();
    } catch (error) {
      setRefusal(getErrorMessage(error, "Please try again"));
      setIsSaving(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={`End the plan of ${plan.name}`} closable={!isSaving}>
      <form onSubmit={submit} noValidate>
        <Stack>
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
          {refusal && (
            <Alert color="red" variant="outline" role="alert" title="The plan has not ended">
              {`${refusal.replace(/\.$/, "")}.`}
            </Alert>
          )}
          <Actions>
            <Button type="submit" color="red" loading={isSaving}>
              End the plan
            </Button>
            <Button variant="default" disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
          </Actions>
        </Stack>
      </form>
    </Modal>
  );
}

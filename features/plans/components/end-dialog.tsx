import { TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import type { Plan } from "../client/use-plans.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";

/** Ends a plan, with the reason. */
export function EndDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const end = useMutation(api.plans.endPlan);
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const form = useSubmit(t("plans.tryAgain"));

  async function save() {
    await end({ planId: plan._id, reason });
    notifySuccess(t("plans.ended", { name: plan.name }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("plans.endTitle", { name: plan.name })}
      submit={t("plans.end")}
      isDestructive
      isBusy={form.isBusy}
      problem={form.problem}
      problemTitle={t("plans.notEnded")}
      onSubmit={form.onSubmit(() => (reason.trim() ? save() : setIsMissing(true)))}
    >
      <p>{t("plans.endText")}</p>
      <TextInput
        label={t("plans.whyEnds")}
        description={t("plans.whyEndsExample")}
        withAsterisk
        aria-required="true"
        data-autofocus
        maxLength={WORDS_LENGTH}
        value={reason}
        error={isMissing && t("plans.whyMissing")}
        onChange={({ currentTarget: { value } }) => {
          setReason(value);
          setIsMissing(false);
        }}
      />
    </FormDialog>
  );
}

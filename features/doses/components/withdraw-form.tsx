import { Radio, Stack } from "@mantine/core";
import { useConvex } from "convex/react";
import { useState } from "react";
import { api, type Dose } from "../../../lib/api.ts";
import { createId } from "../../../lib/ids.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormEnd } from "../../../ui/form-end.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { type EntryFacts, keepFacts } from "../client/waiting-doses.ts";
import { WITHDRAW_REASONS } from "../rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";

type Reason = (typeof WITHDRAW_REASONS)[number];

const REASONS: Record<Reason, Key> = {
  mistake: "dosesheet.reasonMistake",
  same_dose: "dosesheet.reasonSame",
  not_taken: "dosesheet.reasonNotTaken",
  other: "dosesheet.reasonOther",
};

/** Takes an entry back; it stays in the history. */
export function WithdrawForm({ dose, facts, onDone }: { dose: Dose; facts: EntryFacts; onDone: () => void }) {
  const convex = useConvex();
  const [reason, setReason] = useState<Reason>("mistake");
  const [why, setWhy] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const form = useSubmit(t("dosesheet.notWithdrawn"));

  function submit() {
    const isUnsaid = reason === "other" && why.trim() === "";
    setProblem(isUnsaid ? writeMessage(DOSE_MESSAGES.otherReason) : undefined);
    if (isUnsaid) return null;
    const { _id: doseId, revision } = dose;
    const change = { entryId: createId(), doseId, revision, reason, why: why.trim() };
    const options = { optimisticUpdate: keepFacts(facts) };
    return convex.mutation(api.doses.withdrawDose, change, options).then(onDone);
  }

  return (
    <form aria-label={t("dosesheet.withdrawForm")} onSubmit={form.onSubmit(submit)} noValidate>
      <Stack>
        <Radio.Group
          label={t("dosesheet.whyWithdrawn")}
          value={reason}
          onChange={(value) => setReason(value as Reason)}
        >
          <Stack gap="xs" mt="xs">
            {WITHDRAW_REASONS.map((each) => (
              <Radio key={each} value={each} label={t(REASONS[each])} />
            ))}
          </Stack>
        </Radio.Group>
        <GrowingTextarea
          label={t("dosesheet.moreAbout")}
          withAsterisk={reason === "other"}
          minRows={1}
          maxLength={WORDS_LENGTH}
          value={why}
          error={problem}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        <FormEnd
          submit={t("dosesheet.withdrawIt")}
          isDestructive
          isBusy={form.isBusy}
          problem={form.problem}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}

import { Button, Radio, Stack } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Dose } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import { Actions } from "../../../ui/actions.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Problem } from "../../../ui/text.tsx";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { WITHDRAW_WORDS } from "../client/dose-words.ts";
import { DOSE_MESSAGES, WITHDRAW_REASONS } from "../rules/limits.ts";

type Reason = (typeof WITHDRAW_REASONS)[number];

/** Takes an entry back; it stays in the history. */
export function WithdrawForm({ dose, onDone }: { dose: Dose; onDone: () => void }) {
  const withdraw = useMutation(api.doses.withdrawDose);
  const [reason, setReason] = useState<Reason>("mistake");
  const [why, setWhy] = useState("");
  const [problem, setProblem] = useState<{ why?: string; all?: string }>({});
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason === "other" && why.trim() === "") return setProblem({ why: DOSE_MESSAGES.otherReason });
    setIsSending(true);
    setProblem({});
    try {
      await withdraw({
        entryId: createId(),
        doseId: dose._id,
        revision: dose.revision,
        reason,
        why: why.trim(),
      });
      return onDone();
    } catch (error) {
      console.error("doses.withdrawDose failed", error);
      setProblem({ all: getErrorMessage(error, "It could not be withdrawn. Please try again.") });
    }
    setIsSending(false);
  }

  return (
    <form aria-label="Withdraw" onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Radio.Group
          label="Why it is withdrawn"
          value={reason}
          onChange={(value) => setReason(value as Reason)}
        >
          <Stack gap="xs" mt="xs">
            {WITHDRAW_REASONS.map((each) => (
              <Radio key={each} value={each} label={WITHDRAW_WORDS[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <GrowingTextarea
          label="More about it"
          withAsterisk={reason === "other"}
          minRows={1}
          maxLength={WORDS_LENGTH}
          value={why}
          error={problem.why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        {problem.all && <Problem>{problem.all}</Problem>}
        <Actions>
          <Button type="submit" color="red" loading={isSending}>
            Withdraw it
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

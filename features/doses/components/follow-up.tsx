import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Dose } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { HELPED } from "../rules/limits.ts";
import styles from "./record-form.module.css";

const ANSWERS = { yes: "dosesheet.yes", partly: "dosesheet.partly", no: "dosesheet.no" } as const;

/** "Did it help?", for a dose that was given when it was needed. The moment of the answer is kept with it. */
export function FollowUp({ dose }: { dose: Dose }) {
  const followUp = useMutation(api.doses.followUpDose);
  const [isSending, setIsSending] = useState(false);

  async function answer(helped: (typeof HELPED)[number]) {
    setIsSending(true);
    try {
      await followUp({
        entryId: createId(),
        doseId: dose._id,
        revision: dose.revision,
        helped,
        helpedAt: Date.now(),
        sentAt: Date.now(),
      });
    } catch (error) {
      console.error("doses.followUpDose failed", error);
      notifyFailure(getErrorMessage(error, t("dosesheet.notWritten")));
    }
    setIsSending(false);
  }

  return (
    <fieldset className={styles.plain}>
      <legend>{t("dosesheet.didItHelp")}</legend>
      <Actions>
        {HELPED.map((helped) => (
          <Button
            key={helped}
            variant={dose.helped === helped ? "filled" : "default"}
            aria-pressed={dose.helped === helped}
            disabled={isSending}
            onClick={() => void answer(helped)}
          >
            {t(ANSWERS[helped])}
          </Button>
        ))}
      </Actions>
    </fieldset>
  );
}

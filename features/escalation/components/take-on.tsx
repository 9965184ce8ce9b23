import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { Rich } from "../../../ui/rich.tsx";
import { TAKEN_MINUTES } from "../rules.ts";
import styles from "./escalation.module.css";

/** “I'm on it”: pauses an escalation for half an hour. `what` names the subject for screen readers. */
export function TakeOn({ runId, what }: { runId: string; what: string }) {
  const takeOn = useMutation(api.escalation.takeOn);
  const [isSending, setIsSending] = useState(false);

  async function press() {
    setIsSending(true);
    try {
      await takeOn({ runId });
    } catch (error) {
      console.error("escalation.takeOn failed", error);
      notifyFailure(getErrorMessage(error, t("passedon.notTaken")));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Button
      variant="default"
      className={styles.answer}
      loading={isSending}
      leftSection={<IconHandStop size={20} aria-hidden="true" />}
      title={t("passedon.takeHint", { count: TAKEN_MINUTES })}
      onClick={() => void press()}
    >
      <Rich text="passedon.take" values={{ what }} />
    </Button>
  );
}

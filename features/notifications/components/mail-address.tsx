import { Button } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import styles from "./settings.module.css";

/** Sends the link that confirms the user's address; returns why it could not be sent, in words, or null. */
export type SendLink = () => Promise<string | null>;

/** Shows that no mail reaches the reader yet, and sends the link that confirms their address. */
export function MailAddress({ sendLink }: { sendLink: SendLink | null }) {
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");

  async function send(sendLink: SendLink) {
    setState("sending");
    const problem = await sendLink().catch(() => t("reminders.linkNotSent"));
    if (problem !== null) notifyFailure(problem);
    setState(problem === null ? "sent" : "asking");
  }

  return (
    <div className={styles.question}>
      <p role="status">{state === "sent" ? t("reminders.linkSent") : t("reminders.noAddress")}</p>
      {sendLink && (
        <div>
          <Button variant="default" loading={state === "sending"} onClick={() => void send(sendLink)}>
            {state === "sent" ? t("reminders.sendAgain") : t("reminders.sendLink")}
          </Button>
        </div>
      )}
    </div>
  );
}

import { Button } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { type ReactNode, useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatDisabled, formatLimited, formatSubscription } from "../client/webhook-words.ts";
import { formatFailure } from "../rules/failures.ts";
import { MAX_WAITING, MISSED_SHOWN_MS } from "../rules.ts";
import styles from "./webhooks.module.css";

/** What opens a dialog about a webhook. */
export type WebhookAction = "deliveries" | "edit" | "secret" | "remove";

type WebhookRowProps = {
  webhook: Webhook;
  /** Epoch ms. */
  now: number;
  onAction: (action: WebhookAction) => void;
};

/** A webhook: its events, the state of its messages, and its actions. */
export function WebhookRow({ webhook, now, onAction }: WebhookRowProps) {
  const { _id: webhookId, name, host, lastOk, lastFailedAt, lastFailure, disabledReason } = webhook;
  const { limitedUntil, missedAt } = webhook;
  const sendTest = useAction(api.webhooks.sendTest);
  const turnOn = useMutation(api.webhooks.turnOn);
  const turnOff = useMutation(api.webhooks.turnOff);
  const [isTesting, setIsTesting] = useState(false);
  const getTime = (at: number) => ({
    when: formatRelativeTime(at, Math.max(now, at)),
    time: (when: ReactNode) => <RelativeTime at={at}>{when}</RelativeTime>,
  });
  const hasFailed = lastFailedAt !== null && (lastOk === null || lastFailedAt > lastOk);

  async function test() {
    setIsTesting(true);
    try {
      await sendTest({ webhookId });
      notifySuccess(t("webhooks.testArrived", { name }));
    } catch (error) {
      console.error("webhooks.sendTest failed", error);
      notifyFailure(getErrorMessage(error, t("webhooks.testNotSent")));
    } finally {
      setIsTesting(false);
    }
  }

  async function toggle() {
    try {
      await (disabledReason === null ? turnOff({ webhookId }) : turnOn({ webhookId }));
    } catch (error) {
      console.error("webhooks.turnOff failed", error);
      notifyFailure(getErrorMessage(error, t("webhooks.notChanged")));
    }
  }

  const renderButton = (button: string, onClick: () => void, loading = false) => (
    <Button
      variant="default"
      px="sm"
      loading={loading}
      onClick={onClick}
      aria-label={t("webhooks.buttonOf", { button, name })}
    >
      {button}
    </Button>
  );
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <Soft>{host}</Soft>
      <Soft>{formatSubscription(webhook)}</Soft>
      <Soft>
        {lastOk === null ? (
          t("webhooks.nothingArrived")
        ) : (
          <Rich text="webhooks.lastMessage" values={getTime(lastOk)} />
        )}
      </Soft>
      {hasFailed && disabledReason === null && (
        <p className={styles.problem}>
          <Rich
            text="webhooks.notTaken"
            values={{ ...getTime(lastFailedAt), why: formatFailure(lastFailure ?? "") }}
          />
        </p>
      )}
      {limitedUntil !== null && limitedUntil > now && disabledReason === null && (
        <p className={styles.problem}>{formatLimited(limitedUntil)}</p>
      )}
      {missedAt !== null && now - missedAt < MISSED_SHOWN_MS && (
        <p className={styles.problem}>
          <Rich text="webhooks.missed" values={{ ...getTime(missedAt), count: MAX_WAITING }} />
        </p>
      )}
      {disabledReason !== null && <p className={styles.problem}>{formatDisabled(disabledReason)}</p>}
      <Actions isTight className={styles.actions}>
        {renderButton(t("webhooks.sendTest"), () => void test(), isTesting)}
        {renderButton(t("webhooks.latest"), () => onAction("deliveries"))}
        {renderButton(t("webhooks.change"), () => onAction("edit"))}
        {renderButton(t("webhooks.newSecret"), () => onAction("secret"))}
        {renderButton(t("webhooks.turn", { isOn: String(disabledReason === null) }), () => void toggle())}
        {renderButton(t("webhooks.remove"), () => onAction("remove"))}
      </Actions>
    </li>
  );
}

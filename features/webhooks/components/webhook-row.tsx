import { Button } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { Actions } from "../../../ui/actions.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { RelativeTime } from "../../../ui/relative-time.tsx";
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
  const renderTime = (at: number) => (
    <RelativeTime at={at}>{formatRelativeTime(at, Math.max(now, at))}</RelativeTime>
  );
  const hasFailed = lastFailedAt !== null && (lastOk === null || lastFailedAt > lastOk);

  async function test() {
    setIsTesting(true);
    try {
      await sendTest({ webhookId });
      notifySuccess(`The test has arrived: ${name}.`);
    } catch (error) {
      console.error("webhooks.sendTest failed", error);
      notifyFailure(getErrorMessage(error, "The test could not be sent"));
    } finally {
      setIsTesting(false);
    }
  }

  async function toggle() {
    try {
      await (disabledReason === null ? turnOff({ webhookId }) : turnOn({ webhookId }));
    } catch (error) {
      console.error("webhooks.turnOff failed", error);
      notifyFailure(getErrorMessage(error, "The webhook could not be changed"));
    }
  }

  const renderButton = (label: string, onClick: () => void, loading = false) => (
    <Button variant="default" px="sm" loading={loading} onClick={onClick} aria-label={`${label}, ${name}`}>
      {label}
    </Button>
  );
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <Soft>{host}</Soft>
      <Soft>{formatSubscription(webhook)}</Soft>
      <Soft>
        {lastOk === null ? "Nothing has arrived there yet" : <>Last message {renderTime(lastOk)}</>}
      </Soft>
      {hasFailed && disabledReason === null && (
        <p className={styles.problem}>
          The last message wasn't taken, {renderTime(lastFailedAt)}: {formatFailure(lastFailure ?? "")}. It is
          tried again.
        </p>
      )}
      {limitedUntil !== null && limitedUntil > now && disabledReason === null && (
        <p className={styles.problem}>{formatLimited(limitedUntil)}</p>
      )}
      {missedAt !== null && now - missedAt < MISSED_SHOWN_MS && (
        <p className={styles.problem}>
          The oldest messages were given up {renderTime(missedAt)}, because more than{" "}
          {MAX_WAITING.toLocaleString("en")} waited. Let the program sync again.
        </p>
      )}
      {disabledReason !== null && <p className={styles.problem}>{formatDisabled(disabledReason)}</p>}
      <Actions isTight className={styles.actions}>
        {renderButton("Send a test", () => void test(), isTesting)}
        {renderButton("Latest messages", () => onAction("deliveries"))}
        {renderButton("Change", () => onAction("edit"))}
        {renderButton("New secret", () => onAction("secret"))}
        {renderButton(disabledReason === null ? "Turn off" : "Turn on", () => void toggle())}
        {renderButton("Remove", () => onAction("remove"))}
      </Actions>
    </li>
  );
}

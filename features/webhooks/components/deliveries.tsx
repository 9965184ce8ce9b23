import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { api, type Webhook, type WebhookDelivery } from "../../../lib/api.ts";
import { formatShortMoment } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { useDeliveries } from "../client/use-deliveries.ts";
import { formatEvent } from "../client/webhook-words.ts";
import { formatFailure } from "../rules/failures.ts";
import styles from "./webhooks.module.css";

/** The latest messages to a webhook: their events, times and outcomes, and a button to send one again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { deliveries, problem, refresh } = useDeliveries(webhook._id);
  const sendAgain = useMutation(api.webhooks.sendAgain);

  async function send({ _id }: WebhookDelivery) {
    try {
      await sendAgain({ deliveryId: _id });
      await refresh();
    } catch (error) {
      console.error("webhooks.sendAgain failed", error);
      notifyFailure(getErrorMessage(error, t("webhooks.notSentAgain")));
    }
  }

  return (
    <Modal opened onClose={onClose} title={t("webhooks.latestOf", { name: webhook.name })} size="lg">
      {problem && <Problem>{problem}</Problem>}
      {deliveries === null && !problem && <Loading label={t("webhooks.loadingMessages")} rows={3} />}
      {deliveries?.length === 0 && <p>{t("webhooks.noMessages")}</p>}
      {deliveries && deliveries.length > 0 && (
        <List>
          {deliveries.map((one) => (
            <li key={one._id} className={`${styles.row} ${styles.delivery}`}>
              <div>
                <p className={styles.name}>{formatEvent(one.event)}</p>
                <Soft>{formatShortMoment(one.madeAt)}</Soft>
                <State delivery={one} />
              </div>
              {one.state !== "waiting" && (
                <Button
                  variant="default"
                  px="sm"
                  disabled={webhook.disabledReason !== null}
                  onClick={() => void send(one)}
                  aria-label={t("webhooks.sendAgainOne", {
                    event: formatEvent(one.event),
                    time: formatShortMoment(one.madeAt),
                  })}
                >
                  {t("webhooks.sendAgain")}
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
    </Modal>
  );
}

function State({ delivery }: { delivery: WebhookDelivery }) {
  const { state, attempts: count, failure, nextAttemptAt, triedAt } = delivery;
  if (state === "sent")
    return <Soft>{t("webhooks.arrived", { time: formatShortMoment(triedAt), count })}</Soft>;
  const next = state === "failed" ? null : nextAttemptAt;
  return (
    <p className={styles.problem}>
      {t("webhooks.outcome", {
        state: t(state === "failed" ? "webhooks.givenUp" : "webhooks.notTakenYet", { count }),
        hasWhy: String(failure !== null),
        why: failure === null ? "" : formatFailure(failure),
        hasNext: String(next !== null),
        next: next === null ? "" : formatShortMoment(next),
      })}
    </p>
  );
}

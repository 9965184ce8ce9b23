import { useAction } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api, type WebhookDelivery } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";

const EVERY_MS = 3_000;

/** The latest messages to a webhook, polled every few seconds; `problem` is the error of the last poll. */
export function useDeliveries(webhookId: string) {
  const read = useAction(api.webhooks.listDeliveries);
  const [deliveries, setDeliveries] = useState<WebhookDelivery[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const refresh = useCallback(async () => {
    try {
      setDeliveries(await read({ webhookId }));
      setProblem(null);
    } catch (error) {
      setProblem(getErrorMessage(error, t("webhooks.notRead")));
    }
  }, [read, webhookId]);

  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);

  return { deliveries, problem, refresh };
}

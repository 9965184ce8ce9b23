import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { BackLink } from "../../../ui/back-link.tsx";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import type { Proving, Returned } from "../../account/client/public.ts";
import { DeviceRow } from "../../notifications/client/public.ts";
import { DeliveriesDialog } from "../components/deliveries.tsx";
import { EditWebhookDialog } from "../components/edit-webhook.tsx";
import { type AddressValues, NewAddressDialog } from "../components/new-address.tsx";
import { NewSecretDialog } from "../components/new-secret.tsx";
import { NewWebhookDialog } from "../components/new-webhook.tsx";
import { type WebhookAction, WebhookRow } from "../components/webhook-row.tsx";
import { MAX_WEBHOOKS } from "../rules.ts";

/** The open dialog. `returned`: the person left it to sign in again. */
type Open = ({ action: WebhookAction | "address"; webhook: Webhook } | { action: "new" }) & {
  returned?: Returned;
};

type WebhooksProps = {
  proving: Proving;
  /** The form that the user left to sign in again. */
  returned: Returned | null;
};

/** `/account/webhooks`. */
export function WebhooksScreen({ proving, returned }: WebhooksProps) {
  const webhooks = useLiveQuery(api.webhooks.listWebhooks, {});
  const targets = useLiveQuery(api.notifications.listTargets, {});
  const deleteWebhook = useMutation(api.webhooks.deleteWebhook);
  const forReminders = targets?.filter(({ channel }) => channel === "webhook");
  const isLoading = webhooks === undefined || forReminders === undefined;
  const now = useMinute();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const left = returned?.form;
  const leftId =
    left?.form === "secret"
      ? left.values
      : left?.form === "address" && (left.values as AddressValues).webhookId;
  const leftWebhook = leftId ? webhooks?.find(({ _id }) => _id === leftId) : undefined;
  const isOpenedAgain = useRef(false);
  useEffect(() => {
    if (!returned || isOpenedAgain.current) return;
    if (left?.form === "webhook" || left?.form === "program") setOpen({ action: "new", returned });
    else if (leftWebhook && left)
      setOpen({ action: left.form === "address" ? "address" : "secret", webhook: leftWebhook, returned });
    else return;
    isOpenedAgain.current = true;
  }, [returned, left, leftWebhook]);

  async function remove({ _id: webhookId, name }: Webhook) {
    close();
    try {
      await deleteWebhook({ webhookId });
      heading.current?.focus();
      notifySuccess(t("webhooks.removed", { name }));
    } catch (error) {
      console.error("webhooks.deleteWebhook failed", error);
      notifyFailure(getErrorMessage(error, t("webhooks.notRemoved")));
    }
  }

  return (
    <Page gap="lg">
      <PageHeader
        title={t("webhooks.title")}
        above={<BackLink to="/account">{t("webhooks.account")}</BackLink>}
        subtitle={t("webhooks.subtitle")}
      />
      <Card as={Section} size="part" title={t("webhooks.yours")} headingRef={heading}>
        <p>{t("webhooks.what")}</p>
        {isLoading && <Loading label={t("webhooks.loading")} rows={2} />}
        {!isLoading && webhooks.length + forReminders.length > 0 && (
          <List>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook._id}
                webhook={webhook}
                now={now}
                onAction={(action) => setOpen({ action, webhook })}
              />
            ))}
            {forReminders.map((target) => (
              <DeviceRow key={target._id} target={target} now={now} proving={proving} />
            ))}
          </List>
        )}
        {!isLoading && (
          <p>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen({ action: "new" })}>
              {t("webhooks.make")}
            </Button>
          </p>
        )}
        {!isLoading && webhooks.length >= MAX_WEBHOOKS && (
          <Soft>{t("webhooks.most", { count: MAX_WEBHOOKS })}</Soft>
        )}
      </Card>
      {open?.action === "new" && (
        <NewWebhookDialog proving={proving} returned={open.returned ?? null} onClose={close} />
      )}
      {open?.action === "secret" && (
        <NewSecretDialog
          webhook={open.webhook}
          proving={proving}
          returned={open.returned ?? null}
          onClose={close}
        />
      )}
      {open?.action === "edit" && (
        <EditWebhookDialog
          webhook={open.webhook}
          onAddress={() => setOpen({ action: "address", webhook: open.webhook })}
          onClose={close}
        />
      )}
      {open?.action === "address" && (
        <NewAddressDialog
          webhook={open.webhook}
          proving={proving}
          returned={open.returned ?? null}
          onClose={close}
        />
      )}
      {open?.action === "deliveries" && (
        <DeliveriesDialog
          webhook={webhooks?.find(({ _id }) => _id === open.webhook._id) ?? open.webhook}
          onClose={close}
        />
      )}
      {open?.action === "remove" && (
        <Question
          opened
          title={t("webhooks.removeTitle", { name: open.webhook.name })}
          confirm={t("webhooks.remove")}
          onCancel={close}
          onConfirm={() => void remove(open.webhook)}
        >
          <p>{t("webhooks.removeText")}</p>
        </Question>
      )}
    </Page>
  );
}

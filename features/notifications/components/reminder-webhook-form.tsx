import { NativeSelect, TextInput } from "@mantine/core";
import { useAction, useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { ProvenFormEnd, type Proving, type Returned, useProvenForm } from "../../account/client/public.ts";
import { markOwnActSeen } from "../client/own-act.ts";
import type { WebhookFormat } from "../rules/targets.ts";

const FORMATS: { value: WebhookFormat; label: string }[] = [
  { value: "standard", label: "Standard Webhooks" },
  { value: "apprise", label: "apprise" },
];

type Values = { hookUrl: string; bodyFormat: WebhookFormat };

type ReminderWebhookFormProps = {
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  /** Called with the secret, which the server doesn't return again. */
  onMade: (secret: string) => void;
  onBusy: (isBusy: boolean) => void;
  onClose: () => void;
};

/** Asks for the address of a program that gets the person's reminders. */
export function ReminderWebhookForm({
  proving,
  returned,
  onMade,
  onBusy,
  onClose,
}: ReminderWebhookFormProps) {
  const convex = useConvex();
  const kept = returned?.form?.values as Values | undefined;
  const addWebhook = useAction(api.notifications.addWebhook);
  const [hookUrl, setHookUrl] = useState(kept?.hookUrl ?? "");
  const [bodyFormat, setBodyFormat] = useState<WebhookFormat>(kept?.bodyFormat ?? "standard");
  const form = useProvenForm(proving, returned, t("devices.webhookNotMade"));
  const { isBusy } = form;
  // From the re-authentication on: a dialog that is closed meanwhile would lose the secret.
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);

  async function add(proof: string) {
    const label = URL.canParse(hookUrl) ? new URL(hookUrl).hostname : "Webhook";
    onMade((await addWebhook({ hookUrl, bodyFormat, label, proof })).secret);
    void markOwnActSeen(convex);
  }
  const values: Values = { hookUrl, bodyFormat };

  return (
    <Fields as="form" ref={form.form} onSubmit={form.onSubmit({ form: "program", values }, add)} noValidate>
      <TextInput
        label={t("devices.address")}
        description={t("devices.addressHint")}
        placeholder="https://"
        type="url"
        maxLength={1000}
        value={hookUrl}
        onChange={(event) => setHookUrl(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("devices.format")}
        data={FORMATS}
        value={bodyFormat}
        onChange={(event) => setBodyFormat(event.currentTarget.value as WebhookFormat)}
      />
      <ProvenFormEnd form={form} label={t("devices.makeWebhook")} onClose={onClose} />
    </Fields>
  );
}

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useAction, useConvex } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { ProvenFormEnd, type Proving, type Returned, useProvenForm } from "../../account/client/public.ts";
import { seeOwnAct } from "../client/own-act.ts";
import type { WebhookFormat } from "../rules/targets.ts";

const FORMATS: { value: WebhookFormat; label: string }[] = [
  { value: "standard", label: "Standard Webhooks" },
  { value: "apprise", label: "apprise" },
];

type WebhookDialogProps = {
  proving: Proving;
  /** What was filled in before the person left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

type Values = { hookUrl: string; bodyFormat: WebhookFormat };

/** Adds an address of a program; its secret is shown once. */
export function WebhookDialog({ proving, returned, onClose }: WebhookDialogProps) {
  const convex = useConvex();
  const kept = returned?.form?.values as Values | undefined;
  const addWebhook = useAction(api.notifications.addWebhook);
  const [hookUrl, setHookUrl] = useState(kept?.hookUrl ?? "");
  const [bodyFormat, setBodyFormat] = useState<WebhookFormat>(kept?.bodyFormat ?? "standard");
  const [secret, setSecret] = useState<string | null>(null);
  const form = useProvenForm(proving, returned, "The webhook could not be added");

  async function add(proof: string) {
    const label = URL.canParse(hookUrl) ? new URL(hookUrl).hostname : "Webhook";
    setSecret((await addWebhook({ hookUrl, bodyFormat, label, proof })).secret);
    void seeOwnAct(convex);
  }
  const values: Values = { hookUrl, bodyFormat };

  return (
    <Modal opened onClose={onClose} title="Add a webhook" closable={!form.isBusy}>
      {secret !== null ? (
        <Fields>
          <Soft>
            The secret is shown only now. With it the program checks that a message comes from here
            (webhook-signature).
          </Soft>
          <CopiedText label="Secret" text={secret} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Fields>
      ) : (
        <Fields
          as="form"
          ref={form.form}
          onSubmit={form.onSubmit({ form: "program", values }, add)}
          noValidate
        >
          <TextInput
            label="Address"
            placeholder="https://"
            value={hookUrl}
            onChange={(event) => setHookUrl(event.currentTarget.value)}
          />
          <NativeSelect
            label="Form of the message"
            data={FORMATS}
            value={bodyFormat}
            onChange={(event) => setBodyFormat(event.currentTarget.value as WebhookFormat)}
          />
          <ProvenFormEnd form={form} label="Add" onClose={onClose} />
        </Fields>
      )}
    </Modal>
  );
}

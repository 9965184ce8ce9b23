import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useAction, useConvex } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { CopiedText } from "../../../ui/copied-text.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { seeOwnAct } from "../client/own-act.ts";
import type { WebhookFormat } from "../rules/targets.ts";

const FORMATS: { value: WebhookFormat; label: string }[] = [
  { value: "standard", label: "Standard Webhooks" },
  { value: "apprise", label: "apprise" },
];

/** Adds an address of a program; its secret is shown once. */
export function WebhookDialog({ onClose }: { onClose: () => void }) {
  const convex = useConvex();
  const addWebhook = useAction(api.notifications.addWebhook);
  const [hookUrl, setHookUrl] = useState("");
  const [bodyFormat, setBodyFormat] = useState<WebhookFormat>("standard");
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  async function add(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setProblem("");
    try {
      const label = URL.canParse(hookUrl) ? new URL(hookUrl).hostname : "Webhook";
      setSecret((await addWebhook({ hookUrl, bodyFormat, label })).secret);
      void seeOwnAct(convex);
    } catch (error) {
      setProblem(errorMessage(error, "The webhook could not be added"));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title="Add a webhook" closable={!isBusy}>
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
        <Fields as="form" onSubmit={add}>
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
          {problem && <Problem>{problem}</Problem>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Add
            </Button>
          </Group>
        </Fields>
      )}
    </Modal>
  );
}

import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { type Choices, missingChoice, troubleWith, useTrouble } from "../client/use-trouble.ts";
import { FormButtons } from "./form-buttons.tsx";
import { ChoiceFields, NameField } from "./form-fields.tsx";
import styles from "./webhooks.module.css";

type EditWebhookProps = { webhook: Webhook; onAddress: () => void; onClose: () => void };

/** Changes what a webhook is called and of what it is told; leads to the form of its address. */
export function EditWebhookDialog({ webhook, onAddress, onClose }: EditWebhookProps) {
  const { _id: webhookId, host, notebooks } = webhook;
  const updateWebhook = useMutation(api.webhooks.updateWebhook);
  const [values, setValues] = useState<Choices>({
    name: webhook.name,
    areas: webhook.areas,
    diaryIds: notebooks?.map(({ diaryId }) => diaryId) ?? null,
  });
  const change = (some: Partial<Choices>) => setValues((before) => ({ ...before, ...some }));
  const trouble = useTrouble();
  const { errorOf } = trouble;

  async function save() {
    await updateWebhook({ webhookId, ...values });
    onClose();
  }

  const submit = trouble.onSubmit(
    async () => missingChoice(values) ?? troubleWith(save, "The webhook could not be changed"),
  );

  return (
    <Modal opened onClose={onClose} title={`Change: ${webhook.name}`} closable={!trouble.isBusy}>
      <Fields as="form" ref={trouble.form} onSubmit={submit} noValidate>
        <NameField value={values.name} errorOf={errorOf} onChange={(name) => change({ name })} />
        <div>
          <p className={styles.label}>Address</p>
          <Soft>{host}</Soft>
          <Button variant="default" px="sm" mt="xs" onClick={onAddress} disabled={trouble.isBusy}>
            Change the address
          </Button>
        </div>
        <ChoiceFields value={values} errorOf={errorOf} onChange={change} />
        <Soft>Messages that wait already are sent only if you still choose what they tell of.</Soft>
        <FormButtons trouble={trouble} label="Save" onClose={onClose} />
      </Fields>
    </Modal>
  );
}

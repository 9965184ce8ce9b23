import { Radio } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Choices as Options } from "../../../ui/choices.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import {
  ProofField,
  type Proving,
  proofLabel,
  type Returned,
  useProof,
} from "../../account/client/public.ts";
import { ReminderWebhookForm } from "../../notifications/client/public.ts";
import { type Choices, missingChoice, troubleWithProof, useTrouble } from "../client/use-trouble.ts";
import { FormButtons } from "./form-buttons.tsx";
import { AddressField, ChoiceFields, NameField } from "./form-fields.tsx";
import { Secret } from "./secret.tsx";

/** What a person fills in. */
type Values = Choices & { hookUrl: string };
const EMPTY: Values = { name: "", hookUrl: "", areas: null, diaryIds: null };

type NewWebhookProps = {
  proving: Proving;
  /** What was filled in before the person left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** Asks what to send where, and for a re-authentication; then shows the secret, once. */
export function NewWebhookDialog({ proving, returned, onClose }: NewWebhookProps) {
  const isKept = returned?.form != null;
  const [sends, setSends] = useState(returned?.form?.form === "program" ? "reminders" : "changes");
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const form = { proving, returned, onMade: setSecret, onBusy: setIsBusy, onClose };

  if (secret !== null)
    return (
      <Modal opened onClose={onClose} title="The secret of your webhook">
        <Secret secret={secret} onClose={onClose} />
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title="Make a webhook" closable={!isBusy}>
      <Fields>
        <Radio.Group label="What it sends" value={sends} onChange={setSends}>
          <Options>
            <Radio value="changes" label="Changes in notebooks" data-autofocus={!isKept || undefined} />
            <Radio value="reminders" label="My reminders" />
          </Options>
        </Radio.Group>
        {sends === "changes" ? <ChangesForm {...form} /> : <ReminderWebhookForm {...form} />}
      </Fields>
    </Modal>
  );
}

type ChangesFormProps = NewWebhookProps & {
  onMade: (secret: string) => void;
  onBusy: (isBusy: boolean) => void;
};

/** The fields of a webhook that sends what changes. */
function ChangesForm({ proving, returned, onMade, onBusy, onClose }: ChangesFormProps) {
  const createWebhook = useAction(api.webhooks.createWebhook);
  const kept = returned?.form?.form === "webhook" ? (returned.form.values as Values) : undefined;
  const [values, setValues] = useState(kept ?? EMPTY);
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  const proof = useProof(proving, returned?.outcome ?? null);
  const trouble = useTrouble();
  const { errorOf } = trouble;

  async function make(proof: string) {
    onBusy(true);
    try {
      onMade((await createWebhook({ ...values, proof })).secret);
    } finally {
      onBusy(false);
    }
  }

  // The re-authentication is asked for last.
  const submit = trouble.onSubmit(
    async () =>
      missingChoice(values) ??
      troubleWithProof(proof, { form: "webhook", values }, make, "The webhook could not be made"),
  );

  return (
    <Fields as="form" ref={trouble.form} onSubmit={submit} noValidate>
      <NameField
        value={values.name}
        isFirst={false}
        errorOf={errorOf}
        onChange={(name) => change({ name })}
      />
      <AddressField value={values.hookUrl} errorOf={errorOf} onChange={(hookUrl) => change({ hookUrl })} />
      <ChoiceFields value={values} errorOf={errorOf} onChange={change} />
      <ProofField proof={proof} error={errorOf("password")} />
      <FormButtons
        trouble={trouble}
        label={proofLabel(proof, "Make the webhook")}
        isFirst={Boolean(kept)}
        onClose={onClose}
      />
    </Fields>
  );
}

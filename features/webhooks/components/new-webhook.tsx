import { Radio } from "@mantine/core";
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Choices as Options } from "../../../ui/choices.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { ProvenFormEnd, type Proving, type Returned, useProvenForm } from "../../account/client/public.ts";
import { ReminderWebhookForm } from "../../notifications/client/public.ts";
import { type Choices, findMissingChoice, WEBHOOK_FIELDS } from "../client/choices.ts";
import { AddressField, ChoiceFields, NameField } from "./form-fields.tsx";
import { Secret } from "./secret.tsx";

/** What a person fills in. */
type Values = Choices & { hookUrl: string };
const EMPTY: Values = { name: "", hookUrl: "", areas: null, diaryIds: null };

type NewWebhookProps = {
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** Asks what to send where, and for a re-authentication; then shows the secret, once. */
export function NewWebhookDialog({ proving, returned, onClose }: NewWebhookProps) {
  const isKept = returned?.form != null;
  const [sends, setSends] = useState(returned?.form?.form === "program" ? "reminders" : "changes");
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const form = { proving, onMade: setSecret, onBusy: setIsBusy, onClose };
  const getReturned = (name: string) => (returned?.form?.form === name ? returned : null);

  if (secret !== null)
    return (
      <Modal opened onClose={onClose} title={t("webhooks.secretTitle")}>
        <Secret secret={secret} onClose={onClose} />
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title={t("webhooks.make")} closable={!isBusy}>
      <Fields>
        <Radio.Group label={t("webhooks.sends")} value={sends} onChange={setSends}>
          <Options>
            <Radio
              value="changes"
              label={t("webhooks.sendsChanges")}
              disabled={isBusy}
              data-autofocus={!isKept || undefined}
            />
            <Radio value="reminders" label={t("webhooks.sendsReminders")} disabled={isBusy} />
          </Options>
        </Radio.Group>
        {sends === "changes" ? (
          <ChangesForm {...form} returned={getReturned("webhook")} />
        ) : (
          <ReminderWebhookForm {...form} returned={getReturned("program")} />
        )}
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
  const kept = returned?.form?.values as Values | undefined;
  const [values, setValues] = useState(kept ?? EMPTY);
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  const form = useProvenForm(proving, returned, t("webhooks.notMade"), WEBHOOK_FIELDS);
  const { getError, isBusy } = form;
  // From the re-authentication on: a dialog that is closed meanwhile would lose the secret.
  useEffect(() => onBusy(isBusy), [onBusy, isBusy]);

  async function make(proof: string) {
    onMade((await createWebhook({ ...values, proof })).secret);
  }

  const submit = form.onSubmit({ form: "webhook", values }, make, () => findMissingChoice(values));

  return (
    <Fields as="form" ref={form.form} onSubmit={submit} noValidate>
      <NameField
        value={values.name}
        isFirst={false}
        getError={getError}
        onChange={(name) => change({ name })}
      />
      <AddressField value={values.hookUrl} getError={getError} onChange={(hookUrl) => change({ hookUrl })} />
      <ChoiceFields value={values} getError={getError} onChange={change} />
      <ProvenFormEnd
        form={form}
        label={t("webhooks.makeIt")}
        isSubmitFirst={Boolean(kept)}
        onClose={onClose}
      />
    </Fields>
  );
}

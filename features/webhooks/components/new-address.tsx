import { useAction } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import {
  type KeptForm,
  ProvenFormEnd,
  type Proving,
  type Returned,
  useProvenForm,
} from "../../account/client/public.ts";
import { WEBHOOK_FIELDS } from "../client/choices.ts";
import { AddressField } from "./form-fields.tsx";
import styles from "./webhooks.module.css";

type NewAddressProps = {
  webhook: Webhook;
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** The form's values that are kept while the user signs in again. */
export type AddressValues = { webhookId: string; hookUrl: string };

/** Gives a webhook another address, after a re-authentication. */
export function NewAddressDialog({ webhook, proving, returned, onClose }: NewAddressProps) {
  const { _id: webhookId, name, host } = webhook;
  const updateAddress = useAction(api.webhooks.updateAddress);
  const kept = returned?.form?.values as AddressValues | undefined;
  const [hookUrl, setHookUrl] = useState(kept?.hookUrl ?? "");
  const form = useProvenForm(proving, returned, t("webhooks.addressNotChanged"), WEBHOOK_FIELDS);

  async function save(proof: string) {
    await updateAddress({ webhookId, hookUrl, proof });
    notifySuccess(t("webhooks.addressChanged", { name }));
    onClose();
  }

  const filled: KeptForm = { form: "address", values: { webhookId, hookUrl } satisfies AddressValues };

  return (
    <Modal opened onClose={onClose} title={t("webhooks.newAddressTitle", { name })} closable={!form.isBusy}>
      <Fields as="form" ref={form.form} onSubmit={form.onSubmit(filled, save)} noValidate>
        <p className={styles.text}>{t("webhooks.newAddressText", { host })}</p>
        <AddressField value={hookUrl} isFirst={!kept} getError={form.getError} onChange={setHookUrl} />
        <ProvenFormEnd
          form={form}
          label={t("webhooks.changeAddress")}
          isSubmitFirst={Boolean(kept)}
          onClose={onClose}
        />
      </Fields>
    </Modal>
  );
}

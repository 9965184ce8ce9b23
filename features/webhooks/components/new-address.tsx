import { useAction } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import {
  type KeptForm,
  ProofField,
  type Proving,
  proofLabel,
  type Returned,
  useProof,
} from "../../account/client/public.ts";
import { troubleWithProof, useTrouble } from "../client/use-trouble.ts";
import { FormButtons } from "./form-buttons.tsx";
import { AddressField } from "./form-fields.tsx";
import styles from "./webhooks.module.css";

type NewAddressProps = {
  webhook: Webhook;
  proving: Proving;
  /** What was filled in before the person left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** What is kept of the form while its person signs in again. */
export type AddressValues = { webhookId: string; hookUrl: string };

/** Gives a webhook another address, after a proof. */
export function NewAddressDialog({ webhook, proving, returned, onClose }: NewAddressProps) {
  const { _id: webhookId, name, host } = webhook;
  const updateAddress = useAction(api.webhooks.updateAddress);
  const kept = returned?.form?.values as AddressValues | undefined;
  const [hookUrl, setHookUrl] = useState(kept?.hookUrl ?? "");
  const proof = useProof(proving, returned?.outcome ?? null);
  const trouble = useTrouble();

  async function save(proof: string) {
    await updateAddress({ webhookId, hookUrl, proof });
    notifySuccess(`${name} has another address.`);
    onClose();
  }

  const form: KeptForm = { form: "address", values: { webhookId, hookUrl } satisfies AddressValues };
  const submit = trouble.onSubmit(() =>
    troubleWithProof(proof, form, save, "The address could not be changed"),
  );

  return (
    <Modal opened onClose={onClose} title={`New address: ${name}`} closable={!trouble.isBusy}>
      <Fields as="form" ref={trouble.form} onSubmit={submit} noValidate>
        <p className={styles.text}>
          Messages go to {host} now. Those that wait go to the new address, signed with the same secret; one
          that is under way may still arrive at the former.
        </p>
        <AddressField value={hookUrl} isFirst={!kept} errorOf={trouble.errorOf} onChange={setHookUrl} />
        <ProofField proof={proof} error={trouble.errorOf("password")} />
        <FormButtons
          trouble={trouble}
          label={proofLabel(proof, "Change the address")}
          isFirst={Boolean(kept)}
          onClose={onClose}
        />
      </Fields>
    </Modal>
  );
}

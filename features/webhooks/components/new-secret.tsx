import { useAction } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import {
  type KeptForm,
  ProvenFormEnd,
  type Proving,
  type Returned,
  useProvenForm,
} from "../../account/client/public.ts";
import { Secret } from "./secret.tsx";
import styles from "./webhooks.module.css";

type NewSecretProps = {
  webhook: Webhook;
  proving: Proving;
  /** Set when the person comes back from signing in again for it. */
  returned: Returned | null;
  onClose: () => void;
};

/** Gives a webhook another secret, after a re-authentication; shows it once. */
export function NewSecretDialog({ webhook, proving, returned, onClose }: NewSecretProps) {
  const rotateSecret = useAction(api.webhooks.rotateSecret);
  const form = useProvenForm(proving, returned, t("webhooks.secretNotReplaced"));
  const [secret, setSecret] = useState<string | null>(null);

  async function replace(proof: string) {
    setSecret((await rotateSecret({ webhookId: webhook._id, proof })).secret);
  }

  const kept: KeptForm = { form: "secret", values: webhook._id };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t("webhooks.newSecretTitle", { name: webhook.name })}
      closable={!form.isBusy}
    >
      {secret !== null ? (
        <Secret secret={secret} isRotated onClose={onClose} />
      ) : (
        <Fields as="form" ref={form.form} onSubmit={form.onSubmit(kept, replace)} noValidate>
          <p className={styles.text}>{t("webhooks.newSecretText")}</p>
          <ProvenFormEnd
            form={form}
            label={t("webhooks.makeSecret")}
            isSubmitFirst={Boolean(returned)}
            onClose={onClose}
          />
        </Fields>
      )}
    </Modal>
  );
}

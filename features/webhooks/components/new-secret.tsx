import { useAction } from "convex/react";
import { useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
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
import { Secret } from "./secret.tsx";
import styles from "./webhooks.module.css";

type NewSecretProps = {
  webhook: Webhook;
  proving: Proving;
  /** Set when the person comes back from signing in again for it. */
  returned: Returned | null;
  onClose: () => void;
};

/** Gives a webhook another secret, after a proof; shows it once. */
export function NewSecretDialog({ webhook, proving, returned, onClose }: NewSecretProps) {
  const rotateSecret = useAction(api.webhooks.rotateSecret);
  const proof = useProof(proving, returned?.outcome ?? null);
  const trouble = useTrouble();
  const [secret, setSecret] = useState<string | null>(null);

  async function replace(proof: string) {
    setSecret((await rotateSecret({ webhookId: webhook._id, proof })).secret);
  }

  const form: KeptForm = { form: "secret", values: webhook._id };
  const submit = trouble.onSubmit(() =>
    troubleWithProof(proof, form, replace, "The secret could not be replaced"),
  );

  return (
    <Modal opened onClose={onClose} title={`New secret: ${webhook.name}`} closable={!trouble.isBusy}>
      {secret !== null ? (
        <Secret secret={secret} isRotated onClose={onClose} />
      ) : (
        <Fields as="form" ref={trouble.form} onSubmit={submit} noValidate>
          <p className={styles.text}>
            The secret from before holds for another day, so that you can change it in the program without
            haste.
          </p>
          <ProofField proof={proof} error={trouble.errorOf("password")} />
          <FormButtons
            trouble={trouble}
            label={proofLabel(proof, "Make a new secret")}
            isFirst={Boolean(returned)}
            onClose={onClose}
          />
        </Fields>
      )}
    </Modal>
  );
}

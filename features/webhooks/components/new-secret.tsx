import { Button, Group } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem } from "../../../ui/text.tsx";
import {
  ProofField,
  type Proving,
  proofLabel,
  type Returned,
  useProof,
} from "../../account/client/public.ts";
import { Secret } from "./secret.tsx";

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
  const [trouble, setTrouble] = useState<{ message: string; isPassword?: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  async function replace(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setTrouble(null);
    const proven = await proof.prove({ form: "secret", values: webhook._id });
    if ("message" in proven) setTrouble(proven);
    else {
      try {
        const made = await rotateSecret({ webhookId: webhook._id, proof: proven.proof });
        setSecret(made.secret);
      } catch (error) {
        setTrouble({ message: errorMessage(error, "The secret could not be replaced"), isPassword: false });
      }
    }
    setIsBusy(false);
  }

  return (
    <Modal opened onClose={onClose} title={`New secret: ${webhook.name}`} closable={!isBusy}>
      {secret !== null ? (
        <Secret secret={secret} isRotated onClose={onClose} />
      ) : (
        <Fields as="form" onSubmit={replace} noValidate>
          <p>
            The secret from before holds for another day, so that you can change it in the program without
            haste.
          </p>
          <ProofField proof={proof} error={trouble?.isPassword ? trouble.message : undefined} />
          {trouble && !trouble.isPassword && <Problem>{trouble.message}</Problem>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} data-autofocus={Boolean(returned) || undefined}>
              {proofLabel(proof, "Make a new secret")}
            </Button>
          </Group>
        </Fields>
      )}
    </Modal>
  );
}

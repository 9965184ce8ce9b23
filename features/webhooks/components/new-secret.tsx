import { Button, Group } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Webhook } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Problem } from "../../../ui/text.tsx";
import type { ProvePassword } from "../../account/client/public.ts";
import { PasswordField } from "./password-field.tsx";
import { Secret } from "./secret.tsx";

type NewSecretProps = { webhook: Webhook; provePassword: ProvePassword; onClose: () => void };

/** Gives a webhook another secret, after the password; shows it once. */
export function NewSecretDialog({ webhook, provePassword, onClose }: NewSecretProps) {
  const rotateSecret = useAction(api.webhooks.rotateSecret);
  const [password, setPassword] = useState("");
  const [trouble, setTrouble] = useState<{ message: string; isPassword: boolean } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);

  async function replace(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setTrouble(null);
    const proven = await provePassword(password);
    if ("message" in proven) setTrouble(proven);
    else {
      try {
        const made = await rotateSecret({ webhookId: webhook._id, passwordProof: proven.proof });
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
          <PasswordField
            value={password}
            error={trouble?.isPassword ? trouble.message : undefined}
            onChange={setPassword}
          />
          {trouble && !trouble.isPassword && <Problem>{trouble.message}</Problem>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Make a new secret
            </Button>
          </Group>
        </Fields>
      )}
    </Modal>
  );
}

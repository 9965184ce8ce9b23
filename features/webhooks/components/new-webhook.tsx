import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Fields } from "../../../ui/fields.tsx";
import { Modal } from "../../../ui/modal.tsx";
import {
  ProofField,
  type Proving,
  proofLabel,
  type Returned,
  useProof,
} from "../../account/client/public.ts";
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

/** Asks where and of what a program is told, and for a proof; then shows the secret, once. */
export function NewWebhookDialog({ proving, returned, onClose }: NewWebhookProps) {
  const createWebhook = useAction(api.webhooks.createWebhook);
  const kept = returned?.form?.values as Values | undefined;
  const [values, setValues] = useState(kept ?? EMPTY);
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  const proof = useProof(proving, returned?.outcome ?? null);
  const trouble = useTrouble();
  const { errorOf } = trouble;
  const [secret, setSecret] = useState<string | null>(null);

  async function make(proof: string) {
    setSecret((await createWebhook({ ...values, proof })).secret);
  }

  // The proof is asked for last.
  const submit = trouble.onSubmit(
    async () =>
      missingChoice(values) ??
      troubleWithProof(proof, { form: "webhook", values }, make, "The webhook could not be made"),
  );

  if (secret !== null)
    return (
      <Modal opened onClose={onClose} title="The secret of your webhook">
        <Secret secret={secret} onClose={onClose} />
      </Modal>
    );

  return (
    <Modal opened onClose={onClose} title="Make a webhook" closable={!trouble.isBusy}>
      <Fields as="form" ref={trouble.form} onSubmit={submit} noValidate>
        <NameField
          value={values.name}
          isFirst={!kept}
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
    </Modal>
  );
}

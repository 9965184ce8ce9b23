import type { ReactNode } from "react";
import { Fields } from "../../../ui/fields.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { Modal } from "../../../ui/modal.tsx";
import type { KeptForm, Returned } from "../client/kept-form.ts";
import type { Proving } from "../client/proving.ts";
import { type ProvenForm, useProvenForm } from "../client/use-proven-form.ts";
import { describeProof, ProofField } from "./proof-field.tsx";

type ProvenFormEndProps = {
  form: ProvenForm;
  /** The label of the button. */
  label: string;
  /** Whether the password gets the focus first. */
  isFirst?: boolean;
  /** Whether the button gets the focus first. */
  isSubmitFirst?: boolean;
  isDestructive?: boolean;
  onClose: () => void;
};

/** The end of a form that needs a re-authentication: the password, the error, and the buttons. */
export const ProvenFormEnd = ({
  form: { proof, isBusy, getError },
  label,
  isFirst = false,
  isSubmitFirst = false,
  isDestructive = false,
  onClose,
}: ProvenFormEndProps) => (
  <>
    <ProofField proof={proof} error={getError("password")} isFirst={isFirst} />
    <FormEnd
      submit={describeProof(proof, label)}
      isBusy={isBusy}
      isDestructive={isDestructive && proof.isReady}
      isSubmitFirst={isSubmitFirst}
      problem={getError("form")}
      onCancel={onClose}
    />
  </>
);

type ProofDialogProps = {
  proving: Proving;
  /** Set when the user returns from signing in again for it. */
  returned: Returned | null;
  kept: KeptForm;
  title: string;
  label: string;
  /** The error's text when the server sends none. */
  otherwise: string;
  isDestructive?: boolean;
  onProven: (proof: string) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** Asks whether to do something, and for a re-authentication. */
export function ProofDialog({
  proving,
  returned,
  kept,
  title,
  label,
  otherwise,
  isDestructive,
  onProven,
  onClose,
  children,
}: ProofDialogProps) {
  const form = useProvenForm(proving, returned, otherwise);
  return (
    <Modal opened onClose={onClose} title={title} closable={!form.isBusy}>
      <Fields as="form" ref={form.form} onSubmit={form.onSubmit(kept, onProven)} noValidate>
        {children}
        <ProvenFormEnd form={form} label={label} isFirst isDestructive={isDestructive} onClose={onClose} />
      </Fields>
    </Modal>
  );
}

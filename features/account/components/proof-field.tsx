import { PasswordInput } from "@mantine/core";
import { t } from "../../../lib/words/t.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import type { Proof } from "../client/use-proof.ts";

type ProofFieldProps = {
  proof: Proof;
  error: string | undefined;
  /** Whether it gets the focus first. */
  isFirst?: boolean;
};

/** Asks for the password, or for signing in again. */
export function ProofField({ proof, error, isFirst }: ProofFieldProps) {
  const { by, isReady, failure, password, setPassword } = proof;
  if (by === "password")
    return (
      <PasswordInput
        label={t("proof.password")}
        autoComplete="current-password"
        data-autofocus={isFirst || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={error}
      />
    );
  return (
    <>
      {failure && <Problem>{failure}</Problem>}
      <Soft role="status">{t(isReady ? "proof.signedInAgain" : "proof.why")}</Soft>
    </>
  );
}

/** The label of the form's button. */
export const describeProof = ({ isReady }: Proof, label: string): string =>
  isReady ? label : t("proof.signInAgain");

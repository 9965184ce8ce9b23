import { PasswordInput } from "@mantine/core";
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
        label="Your password"
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
      <Soft role="status">
        {isReady
          ? "You have signed in again. It counts for ten minutes."
          : "To be sure that it is you, your sign-in service asks you to sign in again. You come back to this form as you left it."}
      </Soft>
    </>
  );
}

/** The label of the form's button. */
export const describeProof = ({ isReady }: Proof, label: string): string =>
  isReady ? label : "Sign in again";

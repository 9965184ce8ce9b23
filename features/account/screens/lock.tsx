import { Button, PasswordInput, Stack } from "@mantine/core";
import { useState } from "react";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type LockScreenProps = {
  name: string;
  kind: "pin" | "passkey";
  /** How many wrong PINs may follow; at 0 the kept results are removed. */
  triesLeft: number;
  /** False for a wrong PIN. */
  onPin: (pin: string) => Promise<boolean>;
  onPasskey: () => Promise<void>;
  /** Ends the session. Rejects without a connection. */
  onSignInAgain: () => Promise<void>;
};

/** The page of an app that is locked on this device. */
export function LockScreen(props: LockScreenProps) {
  const { name, kind, triesLeft, onPin, onPasskey, onSignInAgain } = props;
  const [pin, setPin] = useState("");
  const [wrong, setWrong] = useState<"empty" | "pin" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function unlock() {
    setProblem(null);
    if (kind === "pin") {
      // Nothing typed is no try.
      if (pin === "") return setWrong("empty");
      setWrong((await onPin(pin)) ? null : "pin");
      return setPin("");
    }
    await onPasskey().catch((error: unknown) => {
      console.warn("The passkey did not unlock", error);
      setProblem("That did not unlock CareDiary. Please try again.");
    });
  }

  async function signInAgain() {
    setProblem(null);
    await onSignInAgain().catch((error: unknown) =>
      setProblem(getErrorMessage(error, "You could not be signed out. It needs a connection.")),
    );
  }

  const isGone = kind === "pin" && triesLeft === 0;
  return (
    <AuthFrame title="Locked" lead={name}>
      <Stack>
        {isGone && (
          <p role="alert">
            After five wrong PINs what was read on this device is removed. Sign in again to go on: what you
            wrote and isn’t sent yet is kept for you.
          </p>
        )}
        {!isGone && (
          <AuthForm submitLabel="Unlock" problem={null} onSubmit={unlock}>
            {kind === "pin" && (
              <PasswordInput
                label="PIN"
                autoComplete="off"
                autoFocus
                value={pin}
                onChange={(event) => setPin(event.currentTarget.value)}
                error={
                  wrong === "empty"
                    ? "Write your PIN."
                    : wrong && `This isn’t your PIN. ${pluralize(triesLeft, "try", "tries")} left.`
                }
              />
            )}
          </AuthForm>
        )}
        {problem && <Problem>{problem}</Problem>}
        <Button variant={isGone ? "filled" : "default"} onClick={() => void signInAgain()}>
          Sign in again
        </Button>
        {!isGone && (
          <Soft>
            {kind === "pin" ? "Forgotten?" : "Doesn’t it work?"} Sign in again: what you wrote and isn’t sent
            yet is kept for you.
          </Soft>
        )}
      </Stack>
    </AuthFrame>
  );
}

import { Button, PasswordInput, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
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

  // The page that was locked comes with the keyboard in it.
  useEffect(
    () => () => {
      setTimeout(() => document.activeElement === document.body && document.getElementById("main")?.focus());
    },
    [],
  );

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
      setProblem(t("lock.notUnlocked"));
    });
  }

  async function signInAgain() {
    setProblem(null);
    await onSignInAgain().catch((error: unknown) =>
      setProblem(getErrorMessage(error, t("lock.notSignedOut"))),
    );
  }

  const isGone = kind === "pin" && triesLeft === 0;
  return (
    <AuthFrame title={t("lock.title")} lead={name}>
      <Stack>
        {isGone && <p role="alert">{t("lock.gone")}</p>}
        {!isGone && (
          <AuthForm submitLabel={t("lock.unlock")} problem={null} onSubmit={unlock}>
            {kind === "pin" && (
              <PasswordInput
                label={t("lock.pin")}
                visibilityToggleButtonProps={{ "aria-label": t("lock.showPin") }}
                autoComplete="off"
                autoFocus
                value={pin}
                onChange={(event) => setPin(event.currentTarget.value)}
                error={
                  wrong === "empty" ? t("lock.writePin") : wrong && t("lock.wrongPin", { left: triesLeft })
                }
              />
            )}
          </AuthForm>
        )}
        {problem && <Problem>{problem}</Problem>}
        <Button variant={isGone ? "filled" : "default"} onClick={() => void signInAgain()}>
          {t("lock.signInAgain")}
        </Button>
        {!isGone && <Soft>{t("lock.forgotten", { kind })}</Soft>}
      </Stack>
    </AuthFrame>
  );
}

import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

/** `/sign-in/two-factor`: the code of the authenticator app, or a backup code. */
export function TwoFactorScreen({ onSignedIn }: { onSignedIn: () => Promise<void> }) {
  const [code, setCode] = useState("");
  const [usesBackup, setUsesBackup] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function verify() {
    const typed = code.replace(/\s/g, "");
    const { problem } = usesBackup
      ? await ask(() => embeddedClient.twoFactor.verifyBackupCode({ code: typed }))
      : await ask(() => embeddedClient.twoFactor.verifyTotp({ code: typed }));
    setProblem(problem);
    if (!problem) await onSignedIn();
  }

  return (
    <AuthFrame title={t("signin.enterCode")} lead={t("signin.secondStep")}>
      <AuthForm submitLabel={t("signin.signIn")} problem={problem} onSubmit={verify}>
        <TextInput
          key={String(usesBackup)}
          label={t(usesBackup ? "signin.backupCode" : "signin.appCode")}
          autoComplete="one-time-code"
          inputMode={usesBackup ? "text" : "numeric"}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={getProblem(problem, "code")}
        />
      </AuthForm>
      <Button
        variant="subtle"
        fullWidth
        mt="sm"
        onClick={() => {
          setUsesBackup(!usesBackup);
          setCode("");
          setProblem(null);
        }}
      >
        {t(usesBackup ? "signin.useAppCode" : "signin.useBackupCode")}
      </Button>
    </AuthFrame>
  );
}

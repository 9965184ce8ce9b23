import { PasswordInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { OPENINGS_HASH } from "../client/openings.ts";
import { AuthForm, getProblem } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type ResetPasswordProps = { token: string | null; shortestPassword: number; returnTo: string };

/** `/sign-in/reset-password#token=…`: the page a reset mail leads to. */
export function ResetPasswordScreen({ token, shortestPassword, returnTo }: ResetPasswordProps) {
  const [password, setPassword] = useState("");
  const [isDone, setIsDone] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function reset() {
    const { problem } = await ask(() =>
      embeddedClient.resetPassword({ newPassword: password, token: token ?? "" }),
    );
    setProblem(problem);
    if (!problem) setIsDone(true);
  }

  // An invited user continues to the invitation; all others see the openings of their account.
  const next = isDone && !returnTo.startsWith("/invitation") ? `/account${OPENINGS_HASH}` : returnTo;
  const signIn = (
    <p>
      <Link to="/sign-in" search={{ returnTo: next }}>
        {t("signin.signIn")}
      </Link>
    </p>
  );
  if (isDone) {
    return (
      <AuthFrame title={t("signin.newPassword")} foot={signIn}>
        <p role="status">{t("signin.passwordSet")}</p>
        <p>{t("signin.whatEnded")}</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("signin.newPassword")} foot={signIn}>
      <AuthForm submitLabel={t("signin.setPassword")} problem={problem} onSubmit={reset}>
        <PasswordInput
          label={t("signin.newPassword")}
          description={t("signin.passwordLength", { count: shortestPassword })}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={getProblem(problem, "password")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

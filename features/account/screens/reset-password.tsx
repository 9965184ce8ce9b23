import { PasswordInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, problemOf } from "../components/auth-form.tsx";
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

  const signIn = (
    <p>
      <Link to="/sign-in" search={{ returnTo }}>
        Sign in
      </Link>
    </p>
  );
  if (isDone) {
    return (
      <AuthFrame title="New password" foot={signIn}>
        <p role="status">Your new password is set. You were signed out everywhere; sign in with it now.</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="New password" foot={signIn}>
      <AuthForm submitLabel="Set the password" problem={problem} onSubmit={reset}>
        <PasswordInput
          label="New password"
          description={`At least ${shortestPassword} characters.`}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problemOf(problem, "password")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

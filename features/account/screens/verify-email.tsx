import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type VerifyEmailProps = { token: string | null; email: string | null; returnTo: string };

/**
 * `/sign-in/verify-email`: with a token from a mail, the button that verifies; without one, the hint to check the
 * inbox.
 */
export function VerifyEmailScreen({ token, email, returnTo }: VerifyEmailProps) {
  const [isDone, setIsDone] = useState(false);
  const [resent, setResent] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function confirm() {
    const { problem } = await ask(() => embeddedClient.verifyEmail({ query: { token: token ?? "" } }));
    setProblem(problem);
    if (!problem) setIsDone(true);
  }

  async function resend() {
    const { problem } = await ask(() =>
      embeddedClient.sendVerificationEmail({ email: email ?? "", callbackURL: returnTo }),
    );
    setProblem(problem);
    if (!problem) setResent(true);
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
      <AuthFrame title="Thank you" foot={signIn}>
        <p role="status">Your e-mail address is confirmed. You can sign in now.</p>
      </AuthFrame>
    );
  }
  if (token) {
    return (
      <AuthFrame title="Confirm your e-mail address" foot={signIn}>
        <AuthForm submitLabel="Confirm" problem={problem} onSubmit={confirm}>
          <p>Press the button to confirm that this address is yours.</p>
        </AuthForm>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Look into your mail" foot={signIn}>
      <p role="status">
        {resent ? "Another message is on its way" : "A message with a link is on its way"}
        {email ? ` to ${email}` : ""}. Confirm your address with it, then sign in.
      </p>
      {problem && <p role="alert">{problem.message}</p>}
      {email && (
        <Button variant="default" fullWidth onClick={resend}>
          Send it again
        </Button>
      )}
    </AuthFrame>
  );
}

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type VerifyEmailProps = {
  token: string | null;
  email: string | null;
  /** The signed-in user's address; null when nobody is signed in in this browser. */
  signedInAs: string | null;
  returnTo: string;
  /** Called with the address once it is confirmed, unless another user is signed in in this browser. */
  onConfirmed: (email: string) => Promise<void>;
};

/**
 * `/sign-in/verify-email`: with a token from a mail, the button that verifies; without one, the hint to check the
 * inbox.
 */
export function VerifyEmailScreen({ token, email, signedInAs, returnTo, onConfirmed }: VerifyEmailProps) {
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [resent, setResent] = useState(false);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function confirm() {
    const { data, problem } = await ask(() =>
      embeddedClient.$fetch<{ email: string }>("/verify-email", { query: { token: token ?? "" } }),
    );
    setProblem(problem);
    if (!data) return;
    if (signedInAs === null || signedInAs === data.email) await onConfirmed(data.email);
    else setConfirmed(data.email);
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
  if (confirmed) {
    return (
      <AuthFrame
        title="Thank you"
        foot={
          <p>
            <Link to="/sign-in" search={{ returnTo }}>
              Continue as {signedInAs}
            </Link>
          </p>
        }
      >
        <p role="status">
          {confirmed} is confirmed. In this browser {signedInAs} is signed in: sign out first to use the new
          account here.
        </p>
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

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
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
        {t("signin.signIn")}
      </Link>
    </p>
  );
  if (confirmed) {
    return (
      <AuthFrame
        title={t("signin.thanks")}
        foot={
          <p>
            <Link to="/sign-in" search={{ returnTo }}>
              {t("signin.continueAs", { email: signedInAs ?? "" })}
            </Link>
          </p>
        }
      >
        <p role="status">{t("signin.otherSignedIn", { email: confirmed, other: signedInAs ?? "" })}</p>
      </AuthFrame>
    );
  }
  if (token) {
    return (
      <AuthFrame title={t("signin.confirmTitle")} foot={signIn}>
        <AuthForm submitLabel={t("signin.confirm")} problem={problem} onSubmit={confirm}>
          <p>{t("signin.confirmText")}</p>
        </AuthForm>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("signin.lookIntoMail")} foot={signIn}>
      <p role="status">
        {t("signin.linkSent", {
          isAgain: String(resent),
          hasEmail: String(Boolean(email)),
          email: email ?? "",
        })}
      </p>
      {problem && <p role="alert">{problem.message}</p>}
      {email && (
        <Button variant="default" fullWidth onClick={resend}>
          {t("signin.sendAgain")}
        </Button>
      )}
    </AuthFrame>
  );
}

import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

/** `/sign-in/forgot-password`: requests a reset mail; the answer doesn't reveal whether the account exists. */
export function ForgotPasswordScreen({ mail, returnTo }: { mail: boolean; returnTo: string }) {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function request() {
    const { problem } = await ask(() => embeddedClient.requestPasswordReset({ email, redirectTo: returnTo }));
    setProblem(problem);
    if (!problem) setSentTo(email);
  }

  const back = (
    <p>
      <Link to="/sign-in" search={{ returnTo }}>
        {t("signin.back")}
      </Link>
    </p>
  );
  if (sentTo) {
    return (
      <AuthFrame title={t("signin.lookIntoMail")} foot={back}>
        <p role="status">{t("signin.resetSent", { email: sentTo })}</p>
        {!mail && <p>{t("signin.noMail")}</p>}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("signin.forgottenTitle")} lead={t("signin.forgottenText")} foot={back}>
      <AuthForm submitLabel={t("signin.sendLink")} problem={problem} onSubmit={request}>
        <TextInput
          type="email"
          label={t("signin.email")}
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={getProblem(problem, "email")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

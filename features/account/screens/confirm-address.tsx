import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type ConfirmAddressProps = {
  token: string | null;
  /** Called after the change: a signed-in user has the new address from now on. */
  onChanged: () => Promise<void>;
};

/** `/sign-in/confirm-address#token=…`: the page that the letter to a new address leads to. */
export function ConfirmAddressScreen({ token, onChanged }: ConfirmAddressProps) {
  const [email, setEmail] = useState<string | null>(null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function confirm() {
    const { data, problem } = await ask(() =>
      embeddedClient.$fetch<{ email: string }>("/email-change/confirm", {
        method: "POST",
        body: { token: token ?? "" },
      }),
    );
    setProblem(problem);
    if (!data) return;
    await onChanged();
    setEmail(data.email);
  }

  const foot = (
    <p>
      <Link to="/account">{t("signin.toAccount")}</Link>
    </p>
  );
  if (email) {
    return (
      <AuthFrame title={t("signin.thanks")} foot={foot}>
        <p role="status">{t("signin.emailChanged", { email })}</p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t("signin.confirmNewTitle")} foot={foot}>
      <AuthForm submitLabel={t("signin.confirm")} problem={problem} onSubmit={confirm}>
        <p>{t("signin.confirmNewText")}</p>
      </AuthForm>
    </AuthFrame>
  );
}

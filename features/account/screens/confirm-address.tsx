import { Link } from "@tanstack/react-router";
import { useState } from "react";
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
      <Link to="/account">To your account</Link>
    </p>
  );
  if (email) {
    return (
      <AuthFrame title="Thank you" foot={foot}>
        <p role="status">
          Your e-mail address is now {email}. Sign in with it from now on. Your other devices were signed out.
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Confirm your new e-mail address" foot={foot}>
      <AuthForm submitLabel="Confirm" problem={problem} onSubmit={confirm}>
        <p>Press the button to use this address for your account from now on.</p>
      </AuthForm>
    </AuthFrame>
  );
}

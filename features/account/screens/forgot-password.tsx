import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
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
        Back to sign in
      </Link>
    </p>
  );
  if (sentTo) {
    return (
      <AuthFrame title="Look into your mail" foot={back}>
        <p role="status">
          If there is an account for {sentTo}, a message with a link to choose a new password is on its way.
        </p>
        {!mail && <p>This server sends no mail yet; ask the person who runs it for the message.</p>}
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Forgotten password" lead="We send you a link to choose a new one." foot={back}>
      <AuthForm submitLabel="Send the link" problem={problem} onSubmit={request}>
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={getProblem(problem, "email")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

import { PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { AuthForm, problemOf } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";
import { type AuthProblem, ask } from "../components/auth-problem.ts";
import { embeddedClient } from "../components/embedded-client.ts";

type SignUpProps = {
  shortestPassword: number;
  /** True when the address has to be confirmed before the first sign-in. */
  mail: boolean;
  returnTo: string;
  onSignedIn: () => Promise<void>;
  onVerify: (email: string) => void;
};

/** `/sign-up`: a name, an e-mail address, a password. */
export function SignUpScreen({ shortestPassword, mail, returnTo, onSignedIn, onVerify }: SignUpProps) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function signUp() {
    const empty = emptyField(name, email);
    if (empty) return setProblem(empty);
    const { problem } = await ask(() =>
      embeddedClient.signUp.email({ name, email, password, callbackURL: returnTo }),
    );
    setProblem(problem);
    if (problem) return;
    if (mail) return onVerify(email);
    await onSignedIn();
  }

  return (
    <AuthFrame
      title="Create an account"
      lead="For you who care. The person you care for needs no account."
      foot={
        <p>
          Already here before?{" "}
          <Link to="/sign-in" search={{ returnTo }}>
            Sign in
          </Link>
        </p>
      }
    >
      <AuthForm submitLabel="Create account" problem={problem} onSubmit={signUp}>
        <TextInput
          label="Your name"
          description="As the others in a notebook should see it."
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problemOf(problem, "name")}
        />
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problemOf(problem, "email")}
        />
        <PasswordInput
          label="Password"
          description={`At least ${shortestPassword} characters. A short sentence is good and easy to remember.`}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problemOf(problem, "password")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

/** The first field that was left empty; what was written into the others is for the server to judge. */
function emptyField(name: string, email: string): AuthProblem | null {
  if (!name.trim()) return { field: "name", message: "Please enter your name.", code: "INVALID_NAME" };
  if (!email.trim())
    return { field: "email", message: "Please enter your e-mail address.", code: "INVALID_EMAIL" };
  return null;
}

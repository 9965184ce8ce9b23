import { PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type SignUpProps = {
  shortestPassword: number;
  /** True when the address has to be verified before the first sign-in. */
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
  const [problems, setProblems] = useState<AuthProblem[]>([]);
  const problemIn = (field: AuthProblem["field"]) =>
    problems.find((problem) => problem.field === field)?.message;

  async function signUp() {
    const empty = emptyFields(name, email, password);
    setProblems(empty);
    if (empty.length > 0) return;
    const { problem } = await ask(() =>
      embeddedClient.signUp.email({ name, email, password, callbackURL: returnTo }),
    );
    if (problem) return setProblems([problem]);
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
      <AuthForm submitLabel="Create account" problem={problems[0] ?? null} onSubmit={signUp}>
        <TextInput
          label="Your name"
          description="As the others in a notebook should see it."
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={problemIn("name")}
        />
        <TextInput
          type="email"
          label="E-mail address"
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problemIn("email")}
        />
        <PasswordInput
          label="Password"
          description={`At least ${shortestPassword} characters. A short sentence is good and easy to remember.`}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={problemIn("password")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

/** The errors of all empty fields; the server validates the others. */
function emptyFields(name: string, email: string, password: string): AuthProblem[] {
  const fields: (AuthProblem & { value: string })[] = [
    { field: "name", message: "Please enter your name.", code: "INVALID_NAME", value: name },
    { field: "email", message: "Please enter your e-mail address.", code: "INVALID_EMAIL", value: email },
    { field: "password", message: "Please choose a password.", code: "PASSWORD_TOO_SHORT", value: password },
  ];
  return fields.filter(({ value }) => !value.trim());
}

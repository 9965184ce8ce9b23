import { PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type SignUpProps = {
  shortestPassword: number;
  /** True when the address has to be verified before the first sign-in. */
  mail: boolean;
  /** Who may make an account. */
  signUp: "open" | "invited" | "closed";
  /** The address to fill in, of an invitation; null when it isn't known. */
  email: string | null;
  returnTo: string;
  onSignedIn: () => Promise<void>;
  onVerify: (email: string) => void;
};

/** The pages of links that let a visitor make an account despite restricted sign-up; the server checks the links. */
const COMES_BY_LINK = /^\/(invitations?|first-administrator)\//;

/** `/sign-up`: a name, an e-mail address, a password; or why no account can be made here. */
export function SignUpScreen(props: SignUpProps) {
  const { signUp, returnTo } = props;
  if (signUp === "open" || COMES_BY_LINK.test(returnTo)) return <SignUpForm {...props} />;
  return <NoSignUp isByInvitation={signUp === "invited"} returnTo={returnTo} />;
}

function NoSignUp({ isByInvitation, returnTo }: { isByInvitation: boolean; returnTo: string }) {
  return (
    <AuthFrame
      title={t(isByInvitation ? "signin.byInvitation" : "signin.closed")}
      lead={t(isByInvitation ? "signin.byInvitationText" : "signin.closedText")}
      foot={<SignInInstead returnTo={returnTo} />}
    >
      {null}
    </AuthFrame>
  );
}

function SignInInstead({ returnTo }: { returnTo: string }) {
  return (
    <p>
      <Rich
        text="signin.hasAccount"
        values={{
          link: (words) => (
            <Link to="/sign-in" search={{ returnTo }}>
              {words}
            </Link>
          ),
        }}
      />
    </p>
  );
}

function SignUpForm(props: SignUpProps) {
  const { shortestPassword, mail, returnTo, onSignedIn, onVerify } = props;
  const [name, setName] = useState("");
  const [email, setEmail] = useState(props.email ?? "");
  const [password, setPassword] = useState("");
  const [problems, setProblems] = useState<AuthProblem[]>([]);
  const findProblem = (field: AuthProblem["field"]) =>
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
      title={t("signin.createTitle")}
      lead={t("signin.forWhom")}
      foot={<SignInInstead returnTo={returnTo} />}
    >
      <AuthForm submitLabel={t("signin.create")} problem={problems[0] ?? null} onSubmit={signUp}>
        <TextInput
          label={t("signin.yourName")}
          description={t("signin.nameHelp")}
          autoComplete="name"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={findProblem("name")}
        />
        <TextInput
          type="email"
          label={t("signin.email")}
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={findProblem("email")}
        />
        <PasswordInput
          label={t("signin.password")}
          description={t("signin.passwordHelp", { count: shortestPassword })}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={findProblem("password")}
        />
      </AuthForm>
    </AuthFrame>
  );
}

/** The errors of all empty fields; the server validates the others. */
function emptyFields(name: string, email: string, password: string): AuthProblem[] {
  const fields: (AuthProblem & { value: string })[] = [
    { field: "name", message: t("signin.nameMissing"), code: "INVALID_NAME", value: name },
    { field: "email", message: t("signin.emailMissing"), code: "INVALID_EMAIL", value: email },
    { field: "password", message: t("signin.passwordMissing"), code: "PASSWORD_TOO_SHORT", value: password },
  ];
  return fields.filter(({ value }) => !value.trim());
}

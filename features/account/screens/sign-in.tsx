import { Button, Divider, PasswordInput, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "../components/auth-form.tsx";
import { AuthFrame } from "../components/auth-frame.tsx";

type SignInProps = {
  passkeys: boolean;
  /** The address to fill in; null when it isn't known. */
  email: string | null;
  /** True after the address was confirmed in a browser that can't be signed in without the password. */
  isConfirmed: boolean;
  returnTo: string;
  onSignedIn: () => Promise<void>;
  /** Called when the account needs a second factor or a verified address. */
  onNext: (step: "two-factor" | "verify-email", email: string) => void;
};

/** `/sign-in`: e-mail address and password, or a passkey. */
export function SignInScreen(props: SignInProps) {
  const { passkeys, email: known, isConfirmed, returnTo, onSignedIn, onNext } = props;
  const [email, setEmail] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  async function signIn() {
    const { data, problem } = await ask(() =>
      embeddedClient.signIn.email({ email, password, callbackURL: returnTo }),
    );
    if (problem?.code === "EMAIL_NOT_VERIFIED") return onNext("verify-email", email);
    setProblem(problem);
    if (problem) return passwordField.current?.focus();
    if (data && "twoFactorRedirect" in data && data.twoFactorRedirect) return onNext("two-factor", email);
    await onSignedIn();
  }

  async function signInWithPasskey() {
    const { problem } = await ask(async () => {
      const answer = await embeddedClient.signIn.passkey();
      return { data: null, error: answer.error };
    });
    setProblem(problem);
    if (!problem) await onSignedIn();
  }

  return (
    <AuthFrame
      title={t("signin.title")}
      lead={isConfirmed ? t("signin.confirmed") : undefined}
      foot={
        <>
          <p>
            <Link to="/sign-in/$" params={{ _splat: "forgot-password" }} search={{ returnTo }}>
              {t("signin.forgotten")}
            </Link>
          </p>
          <p>
            <Rich
              text="signin.newHere"
              values={{
                link: (words) => (
                  <Link to="/sign-up" search={{ returnTo }}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        </>
      }
    >
      <AuthForm submitLabel={t("signin.signIn")} problem={problem} onSubmit={signIn}>
        <TextInput
          type="email"
          label={t("signin.email")}
          autoComplete="username"
          inputMode="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={getProblem(problem, "email")}
        />
        <PasswordInput
          ref={passwordField}
          autoFocus={known !== null}
          label={t("signin.password")}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={getProblem(problem, "password")}
        />
      </AuthForm>
      {passkeys && (
        <>
          <Divider my="md" label={t("signin.or")} />
          <Button
            variant="default"
            fullWidth
            leftSection={<IconFingerprint size={20} aria-hidden="true" />}
            onClick={signInWithPasskey}
          >
            {t("signin.withPasskey")}
          </Button>
        </>
      )}
    </AuthFrame>
  );
}

import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { createQuietPart } from "../../../ui/lazy-part.tsx";
import { Soft } from "../../../ui/text.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "./auth-form.tsx";
import styles from "./section.module.css";

const QRCode = createQuietPart(() => import("react-qr-code").then((module) => module.default));

/** The secret for the authenticator app as an `otpauth:` URI, and the backup codes. */
export type Enrolment = { totpURI: string; backupCodes: string[] };

/** Shows the secret and asks for a first code; two-factor sign-in is enabled only once that code is right. */
export function TwoFactorEnrolment({ enrolment, onDone }: { enrolment: Enrolment; onDone: () => void }) {
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);
  const secret = new URL(enrolment.totpURI).searchParams.get("secret") ?? "";

  async function verify() {
    const { problem } = await ask(() =>
      embeddedClient.twoFactor.verifyTotp({ code: code.replace(/\s/g, "") }),
    );
    setProblem(problem);
    if (!problem) onDone();
  }

  return (
    <Stack>
      <Soft>1. Scan this picture with your authenticator app, or type the key.</Soft>
      <div className={styles.code}>
        <QRCode
          value={enrolment.totpURI}
          size={176}
          aria-label="Picture for your authenticator app"
          role="img"
        />
      </div>
      <Soft>
        Key: <code>{secret}</code>
      </Soft>
      <Soft>2. Keep these backup codes in a safe place. Each works once.</Soft>
      <ul className={styles.codes}>
        {enrolment.backupCodes.map((backup) => (
          <li key={backup}>{backup}</li>
        ))}
      </ul>
      <AuthForm submitLabel="Switch it on" problem={problem} onSubmit={verify}>
        <TextInput
          label="3. Code from the app"
          autoComplete="one-time-code"
          inputMode="numeric"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={getProblem(problem, "code")}
        />
      </AuthForm>
    </Stack>
  );
}

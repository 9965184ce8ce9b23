import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { createQuietPart } from "../../../ui/lazy-part.tsx";
import { Rich } from "../../../ui/rich.tsx";
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
      <Soft>{t("account.scan")}</Soft>
      <div className={styles.code}>
        <QRCode value={enrolment.totpURI} size={176} aria-label={t("account.qrCode")} role="img" />
      </div>
      <Soft>
        <Rich text="account.key" values={{ key: secret, code: (key) => <code>{key}</code> }} />
      </Soft>
      <Soft>{t("account.backupCodes")}</Soft>
      <ul className={styles.codes}>
        {enrolment.backupCodes.map((backup) => (
          <li key={backup}>{backup}</li>
        ))}
      </ul>
      <AuthForm submitLabel={t("account.switchItOn")} problem={problem} onSubmit={verify}>
        <TextInput
          label={t("account.appCode")}
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

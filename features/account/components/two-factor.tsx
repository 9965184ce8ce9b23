import { Button, PasswordInput, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess } from "../../../ui/notify.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "./auth-form.tsx";
import { Section } from "./section.tsx";
import { type Enrolment, TwoFactorEnrolment } from "./two-factor-enrolment.tsx";

/** Enables and disables two-factor sign-in. */
export function TwoFactor() {
  const [isOn, setIsOn] = useState<boolean | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [password, setPassword] = useState("");
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  useEffect(() => {
    embeddedClient.getSession().then(({ data }) => setIsOn(data?.user.twoFactorEnabled ?? false));
  }, []);

  async function change() {
    const answer = isOn
      ? await ask(async () => ({ ...(await embeddedClient.twoFactor.disable({ password })), data: null }))
      : await ask(() => embeddedClient.twoFactor.enable({ password }));
    setProblem(answer.problem);
    if (answer.problem) return;
    setPassword("");
    setIsAsking(false);
    if (answer.data && "totpURI" in answer.data) return setEnrolment(answer.data);
    setIsOn(false);
    notifySuccess(t("account.switchedOff"));
  }

  function finish() {
    setEnrolment(null);
    setIsOn(true);
    notifySuccess(t("account.switchedOn"));
  }

  if (isOn === null) return null;
  const label = t(isOn ? "account.switchOff" : "account.switchOn");
  return (
    <Section title={t("account.secondStep")}>
      <Text mb="sm">{t(isOn ? "account.isOn" : "account.isOff")}</Text>
      {enrolment && <TwoFactorEnrolment enrolment={enrolment} onDone={finish} />}
      {!enrolment && !isAsking && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      )}
      {!enrolment && isAsking && (
        <AuthForm submitLabel={label} problem={problem} onSubmit={change}>
          <PasswordInput
            label={t("account.yourPassword")}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={getProblem(problem, "password")}
          />
        </AuthForm>
      )}
    </Section>
  );
}

import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess } from "../../../ui/notify.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "./auth-form.tsx";
import { Section } from "./section.tsx";

type ChangePasswordProps = { shortestPassword: number; onChanged: () => void };

/** Changes the password, given the current one; signs out other devices. */
export function ChangePassword({ shortestPassword, onChanged }: ChangePasswordProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function change() {
    const { problem } = await ask(() =>
      embeddedClient.changePassword({
        currentPassword: current,
        newPassword: next,
        revokeOtherSessions: true,
      }),
    );
    setProblem(problem);
    if (problem) return;
    setCurrent("");
    setNext("");
    setIsOpen(false);
    notifySuccess(t("account.passwordChanged"));
    onChanged();
  }

  const isAboutCurrent = problem?.code === "INVALID_PASSWORD";
  return (
    <Section title={t("account.password")}>
      {!isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("account.changePassword")}
        </Button>
      )}
      {isOpen && (
        <AuthForm submitLabel={t("account.changePassword")} problem={problem} onSubmit={change}>
          <PasswordInput
            label={t("account.presentPassword")}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={isAboutCurrent ? problem.message : undefined}
          />
          <PasswordInput
            label={t("account.newPassword")}
            description={t("account.passwordLength", { count: shortestPassword })}
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
            error={isAboutCurrent ? undefined : getProblem(problem, "password")}
          />
        </AuthForm>
      )}
    </Section>
  );
}

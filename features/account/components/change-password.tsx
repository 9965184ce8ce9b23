import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
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
    notifySuccess("Your password is changed. Other devices were signed out, and access tokens have ended.");
    onChanged();
  }

  const isAboutCurrent = problem?.code === "INVALID_PASSWORD";
  return (
    <Section title="Password">
      {!isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Change password
        </Button>
      )}
      {isOpen && (
        <AuthForm submitLabel="Change password" problem={problem} onSubmit={change}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            error={isAboutCurrent ? problem.message : undefined}
          />
          <PasswordInput
            label="New password"
            description={`At least ${shortestPassword} characters.`}
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

import { Alert, Button, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import type { AuthProblem } from "../client/auth-problem.ts";

type AuthFormProps = {
  submitLabel: string;
  problem: AuthProblem | null;
  onSubmit: () => Promise<void>;
  children: ReactNode;
};

/** A form of the sign-in screens: its fields, an error for the whole form, and a submit button with a loading state. */
export function AuthForm({ submitLabel, problem, onSubmit, children }: AuthFormProps) {
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setIsBusy(true);
    try {
      await onSubmit();
    } finally {
      flushSync(() => setIsBusy(false));
      form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {children}
        {problem?.field === "form" && (
          <Alert color="red" variant="outline">
            {problem.message}
          </Alert>
        )}
        <Button type="submit" loading={isBusy} fullWidth>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}

/** The error message of one field, if the problem concerns it. */
export function getProblem(problem: AuthProblem | null, field: AuthProblem["field"]): string | undefined {
  return problem?.field === field ? problem.message : undefined;
}

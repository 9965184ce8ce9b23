import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { notifySuccess } from "../../../ui/notify.ts";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "./auth-form.tsx";
import { Section } from "./section.tsx";

type OwnNameProps = {
  name: string;
  /** Called after a change, so that the new name is shown everywhere. */
  onChanged: () => Promise<void>;
};

/** The user's name for others; a change shows at once on everybody's screens. */
export function OwnName({ name, onChanged }: OwnNameProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [value, setValue] = useState(name);
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function change() {
    const { problem } = await ask(() => embeddedClient.updateUser({ name: value.trim() }));
    setProblem(problem);
    if (problem) return;
    await onChanged();
    setIsOpen(false);
    notifySuccess(t("account.nameChanged"));
  }

  return (
    <Section title={t("account.name")}>
      <p>{name}</p>
      {!isOpen && (
        <Button
          variant="default"
          onClick={() => {
            setValue(name);
            setIsOpen(true);
          }}
        >
          {t("account.changeName")}
        </Button>
      )}
      {isOpen && (
        <AuthForm submitLabel={t("account.changeName")} problem={problem} onSubmit={change}>
          <TextInput
            label={t("account.yourName")}
            description={t("account.nameHelp")}
            autoComplete="name"
            maxLength={200}
            error={getProblem(problem, "name")}
            data-autofocus
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </AuthForm>
      )}
    </Section>
  );
}

import { Button, Group, PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Rich } from "../../../ui/rich.tsx";
import { type AuthProblem, ask } from "../client/auth-problem.ts";
import { embeddedClient } from "../client/embedded-client.ts";
import { AuthForm, getProblem } from "./auth-form.tsx";
import { Section } from "./section.tsx";

/** A change that waits for the verification of its address. `linkWorks` is false when the link has run out. */
type Pending = { newEmail: string; linkWorks: boolean };

type OwnEmailProps = {
  email: string;
  /** Whether the server sends mails, which verify an address. */
  mail: boolean;
  /** Called when the address has changed, so that the new one is shown everywhere. */
  onChanged: () => Promise<void>;
};

/** The address for signing in; a new one counts when its mailed link was opened. */
export function OwnEmail({ email: known, mail, onChanged }: OwnEmailProps) {
  // Follows at once when the link is opened on another device.
  const email = useQuery(api.users.getCurrentUser, {})?.email ?? known;
  const [pending, setPending] = useState<Pending | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  const load = useCallback(async () => {
    const { data } = await ask(() => embeddedClient.$fetch<{ pending: Pending | null }>("/email-change"));
    if (data) setPending(data.pending);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address ends a pending one
  useEffect(() => {
    if (mail) void load();
  }, [mail, load, email]);
  useEffect(() => {
    if (email !== known) void onChanged();
  }, [email, known, onChanged]);

  return (
    <Section title={t("account.email")}>
      <p>{email}</p>
      {!mail && <p>{t("account.emailFixed")}</p>}
      {pending && <PendingChange pending={pending} onChanged={load} />}
      {mail && !pending && !isOpen && (
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t("account.changeEmail")}
        </Button>
      )}
      {isOpen && !pending && (
        <ChangeForm
          onClose={() => setIsOpen(false)}
          onAsked={async () => {
            await load();
            setIsOpen(false);
          }}
        />
      )}
    </Section>
  );
}

/** Asks for the new address, and for the password: an open device mustn't let a stranger take the account. */
function ChangeForm({ onClose, onAsked }: { onClose: () => void; onAsked: () => Promise<void> }) {
  const [newEmail, setNewEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<AuthProblem | null>(null);

  async function request() {
    const { problem } = await ask(() =>
      embeddedClient.$fetch("/email-change/request", { method: "POST", body: { newEmail, password } }),
    );
    setProblem(problem);
    if (!problem) await onAsked();
  }

  return (
    <AuthForm submitLabel={t("account.sendLink")} problem={problem} onSubmit={request}>
      <TextInput
        type="email"
        label={t("account.newEmail")}
        description={t("account.newEmailHelp")}
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        data-autofocus
        value={newEmail}
        onChange={(event) => setNewEmail(event.currentTarget.value)}
        error={getProblem(problem, "email")}
      />
      <PasswordInput
        label={t("account.yourPassword")}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={getProblem(problem, "password")}
      />
      <Button variant="default" onClick={onClose}>
        {t("account.keepEmail")}
      </Button>
    </AuthForm>
  );
}

/** Shows the pending change, and offers to send the link again or to give up. */
function PendingChange({ pending, onChanged }: { pending: Pending; onChanged: () => Promise<void> }) {
  const { newEmail, linkWorks } = pending;

  async function act(path: "/email-change/send-again" | "/email-change/cancel", done: string) {
    const { problem } = await ask(() => embeddedClient.$fetch(path, { method: "POST", body: {} }));
    if (problem) notifyFailure(problem.message);
    else notifySuccess(done);
    await onChanged();
  }

  return (
    <>
      <p role="status">
        <Rich
          text={linkWorks ? "account.linkSent" : "account.linkEnded"}
          values={{ email: newEmail, b: (email) => <strong>{email}</strong> }}
        />
      </p>
      <Group>
        <Button
          variant="default"
          onClick={() => act("/email-change/send-again", t("account.linkSentAgain", { email: newEmail }))}
        >
          {t("account.sendAgain")}
        </Button>
        <Button
          variant="default"
          onClick={() => act("/email-change/cancel", t("account.emailChangeCancelled"))}
        >
          {t("account.cancel")}
        </Button>
      </Group>
    </>
  );
}

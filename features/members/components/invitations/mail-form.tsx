import { Button, Stack } from "@mantine/core";
import { useConvex, useMutation } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../../lib/api.ts";
import { getErrorMessage, getRefusedArgument } from "../../../../lib/error-message.ts";
import { listNames } from "../../../../lib/words/list.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { GrowingTextarea } from "../../../../ui/growing-textarea.tsx";
import { notifySuccess } from "../../../../ui/notify.ts";
import { Problem } from "../../../../ui/text.tsx";
import {
  type InvitationRole,
  MAX_ADDRESSES_AT_ONCE,
  PERSONAL_MESSAGE_LENGTH,
  readEmail,
  splitAddresses,
} from "../../rules/invitations.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import styles from "./invite-panel.module.css";
import { RoleChoice } from "./role-choice.tsx";

/** How long "Invitation sent" is shown before the form closes (care-core 9). */
const REDIRECT_MS = 2000;

type MailFormProps = {
  diaryId: string;
  role: InvitationRole;
  onRole: (role: InvitationRole) => void;
  /** False where the server sends no mail: the link must be shared by other means. */
  mail: boolean;
  /** Called 2 s after the last invitation was sent; must be stable. */
  onSent: () => void;
  /** Changes to sharing a link instead. */
  onLink: () => void;
  onCancel: () => void;
};

type Complaint = { field: "email" | "form"; message: string };
/** The outcome of the invitation to one address. `withoutLetter`: it wants none, and its link has to be passed on. */
type Result = { address: string; problem: Complaint | null; withoutLetter?: boolean };

/** Invites people by e-mail, with a role and an optional message; each address gets an invitation of its own. */
export function MailForm({ diaryId, role, onRole, mail, onSent, onLink, onCancel }: MailFormProps) {
  const createInvitation = useMutation(api.invitations.createInvitation);
  const convex = useConvex();
  const [email, setEmail] = useState("");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<Complaint | null>(null);
  const [results, setResults] = useState<Result[]>([]);
  const [step, setStep] = useState<"writing" | "sending" | "sent">("writing");
  const emailField = useRef<HTMLTextAreaElement>(null);
  const isWriting = step === "writing";

  // Focuses the address when the form opens, and after each error of the address once the field is enabled again.
  useEffect(() => {
    if (problem?.field !== "form") emailField.current?.focus();
  }, [problem]);
  useEffect(() => {
    if (step !== "sent") return;
    const timer = setTimeout(onSent, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [step, onSent]);

  async function inviteOne(address: string): Promise<Result> {
    try {
      const invitation = { diaryId, email: address, role, personalMessage: message.trim() || undefined };
      const id = await createInvitation(invitation);
      return { address, problem: null, withoutLetter: await isWithoutLetter(id) };
    } catch (error) {
      console.error("invitations.createInvitation failed", error);
      const text = getErrorMessage(error, writeMessage(INVITATION_MESSAGES.sendFailed));
      const field = getRefusedArgument(error) === "email" ? "email" : "form";
      return { address, problem: { field, message: text } };
    }
  }

  /** Whether the new invitation's address wants no letters; only a hint, which the list below shows too. */
  async function isWithoutLetter(id: string): Promise<boolean> {
    const invitations = await convex.query(api.invitations.listDiaryInvitations, { diaryId }).catch(() => []);
    return invitations.some(({ _id, withoutLetter }) => _id === id && withoutLetter);
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    const addresses = findAddresses(email);
    if (typeof addresses === "string") return setProblem({ field: "email", message: addresses });
    setProblem(null);
    setResults([]);
    setStep("sending");
    const ended: Result[] = [];
    for (const address of addresses) {
      ended.push(await inviteOne(address));
      // One address has its result as the form's message.
      if (addresses.length > 1) setResults([...ended]);
    }
    const failed = ended.filter((result) => result.problem !== null);
    for (const { address, withoutLetter } of ended)
      if (withoutLetter) notifySuccess(t("memberrules.invitedWithoutLetterAt", { address }));
    if (failed.length === 0) return setStep("sent");
    setStep("writing");
    if (addresses.length === 1) return setProblem(failed[0]!.problem);
    setEmail(failed.map(({ address }) => address).join("\n"));
    setProblem({
      field: "form",
      message: t("invitations.someFailed", { count: failed.length, all: addresses.length }),
    });
  }

  return (
    <form onSubmit={send} noValidate className={styles.form}>
      <Stack>
        <GrowingTextarea
          ref={emailField}
          label={t("invitations.address")}
          description={problem?.field !== "email" && t("invitations.addressHint")}
          inputWrapperOrder={["label", "input", "error", "description"]}
          minRows={1}
          maxRows={6}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problem?.field === "email" && problem.message}
          disabled={!isWriting}
        />
        <RoleChoice role={role} onChoose={onRole} disabled={!isWriting} />
        <GrowingTextarea
          label={t("invitations.message")}
          description={`${message.length} / ${PERSONAL_MESSAGE_LENGTH}`}
          inputWrapperOrder={["label", "input", "description"]}
          minRows={3}
          maxLength={PERSONAL_MESSAGE_LENGTH}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          disabled={!isWriting}
        />
        {problem?.field === "form" && <Problem>{problem.message}</Problem>}
        {results.length > 0 && (
          <ul className={styles.results} aria-label={t("invitations.results")}>
            {results.map(({ address, problem, withoutLetter }) => (
              <li key={address}>
                <strong>{address}</strong>:{" "}
                {problem?.message ??
                  (withoutLetter
                    ? writeMessage(INVITATION_MESSAGES.invitedWithoutLetter)
                    : writeMessage(INVITATION_MESSAGES.sent))}
              </li>
            ))}
          </ul>
        )}
        <p role="status" className={styles.sent}>
          {step === "sent" &&
            (results.length > 1 ? t("invitations.allSent") : writeMessage(INVITATION_MESSAGES.sent))}
        </p>
        {!mail && <p className={styles.hint}>{t("invitations.noMail")}</p>}
        <Actions isTight>
          <Button type="submit" loading={step === "sending"} disabled={step === "sent"}>
            {t("invitations.send")}
          </Button>
          <Button variant="default" px="sm" onClick={onLink} disabled={!isWriting}>
            {t("invitations.shareInstead")}
          </Button>
          <Button variant="default" px="sm" onClick={onCancel} disabled={!isWriting}>
            {t("invitations.cancel")}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** The addresses of the field as they are stored, or why they can't be used. */
function findAddresses(text: string): string[] | string {
  const parts = splitAddresses(text);
  if (parts.length > MAX_ADDRESSES_AT_ONCE) return t("invitations.tooMany", { count: MAX_ADDRESSES_AT_ONCE });
  const wrong = parts.filter((part) => readEmail(part) === null);
  if (parts.length === 0 || (parts.length === 1 && wrong.length === 1))
    return writeMessage(INVITATION_MESSAGES.email);
  if (wrong.length > 0) return t("memberrules.emails", { addresses: listNames(wrong) });
  return parts.flatMap((part) => readEmail(part) ?? []);
}

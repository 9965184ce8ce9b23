import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useMutation } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage, refusedArgument } from "../../../lib/error-message.ts";
import { Card } from "../../../ui/card.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Section } from "../../../ui/section.tsx";
import { Problem } from "../../../ui/text.tsx";
import { ROLE_LABELS, ROLE_RIGHTS } from "../../notebooks/rules.ts";
import {
  EMAIL_LENGTH,
  INVITATION_MESSAGES,
  INVITATION_ROLES,
  type InvitationRole,
  PERSONAL_MESSAGE_LENGTH,
  readEmail,
} from "../rules.ts";
import styles from "./invite-form.module.css";

/** How long "Invitation sent" is shown before the form closes (care-core 9). */
const REDIRECT_MS = 2000;

type InviteFormProps = {
  diaryId: string;
  /** False where the server sends no mail: the link must be shared by other means. */
  mail: boolean;
  /** Called 2 s after the invitation was sent; must be stable. */
  onSent: () => void;
  onCancel: () => void;
};

type Complaint = { field: "email" | "form"; message: string };

/** Invites somebody to a notebook by e-mail, with a role and an optional message. */
export function InviteForm({ diaryId, mail, onSent, onCancel }: InviteFormProps) {
  const createInvitation = useMutation(api.invitations.createInvitation);
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<InvitationRole>("member");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<Complaint | null>(null);
  const [step, setStep] = useState<"writing" | "sending" | "sent">("writing");
  const emailField = useRef<HTMLInputElement>(null);
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

  async function send(event: FormEvent) {
    event.preventDefault();
    const address = readEmail(email);
    if (!address) return setProblem({ field: "email", message: INVITATION_MESSAGES.email });
    setProblem(null);
    setStep("sending");
    try {
      await createInvitation({ diaryId, email: address, role, personalMessage: message.trim() || undefined });
      setStep("sent");
    } catch (error) {
      console.error("invitations.createInvitation failed", error);
      const message = errorMessage(error, INVITATION_MESSAGES.sendFailed);
      setStep("writing");
      setProblem({ field: refusedArgument(error) === "email" ? "email" : "form", message });
    }
  }

  return (
    <Card as={Section} size="part" isRaised title="Invite someone">
      <form onSubmit={send} noValidate className={styles.form}>
        <Stack>
          <TextInput
            ref={emailField}
            type="email"
            label="E-mail address"
            inputMode="email"
            autoComplete="off"
            maxLength={EMAIL_LENGTH}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problem?.field === "email" && problem.message}
            disabled={!isWriting}
          />
          <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as InvitationRole)}>
            <div className={styles.roles}>
              {INVITATION_ROLES.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={ROLE_LABELS[each]}
                  description={ROLE_RIGHTS[each].ofRole}
                  disabled={!isWriting}
                />
              ))}
            </div>
          </Radio.Group>
          <GrowingTextarea
            label="Personal message (optional)"
            description={`${message.length} / ${PERSONAL_MESSAGE_LENGTH}`}
            inputWrapperOrder={["label", "input", "description"]}
            minRows={3}
            maxLength={PERSONAL_MESSAGE_LENGTH}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
            disabled={!isWriting}
          />
          {problem?.field === "form" && <Problem>{problem.message}</Problem>}
          <p role="status" className={styles.sent}>
            {step === "sent" && INVITATION_MESSAGES.sent}
          </p>
          {!mail && (
            <p className={styles.hint}>
              No mail goes out from here: copy the invitation's link afterwards and pass it on yourself.
            </p>
          )}
          <Group>
            <Button type="submit" loading={step === "sending"} disabled={step === "sent"}>
              Send invitation
            </Button>
            <Button variant="default" onClick={onCancel} disabled={!isWriting}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

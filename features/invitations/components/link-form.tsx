import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { shareLink } from "../client/share-link.ts";
import { FOR_NAME_LENGTH, INVITATION_MESSAGES, type InvitationRole } from "../rules.ts";
import styles from "./invite-panel.module.css";
import { RoleChoice } from "./role-choice.tsx";
import { SharedLink } from "./shared-link.tsx";

type LinkFormProps = {
  diaryId: string;
  inviter: string;
  role: InvitationRole;
  onRole: (role: InvitationRole) => void;
  onMail: () => void;
  onCancel: () => void;
};

/** Makes a link for one person and opens the phone's share sheet; then shows the link, a button and a picture of it. */
export function LinkForm({ diaryId, inviter, role, onRole, onMail, onCancel }: LinkFormProps) {
  const createOpenLink = useAction(api.invitations.createOpenLink);
  const form = useRef<HTMLFormElement>(null);
  const [forName, setForName] = useState("");
  const [letsInAtOnce, setLetsInAtOnce] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);

  // The whole form, with its button, comes into view on a phone.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>("input:checked")?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  async function make(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    setProblem("");
    try {
      const made = await createOpenLink({ diaryId, role, forName: forName.trim(), letsInAtOnce });
      setLink(made.link);
      // Without a share sheet, or when the browser wants another press, the buttons below do it.
      await shareLink(made.link, inviter);
    } catch (error) {
      console.error("invitations.createOpenLink failed", error);
      setProblem(errorMessage(error, INVITATION_MESSAGES.makeLinkFailed));
    } finally {
      setIsBusy(false);
    }
  }

  if (link)
    return (
      <SharedLink
        link={link}
        inviter={inviter}
        role={role}
        forName={forName.trim()}
        letsInAtOnce={letsInAtOnce}
        onDone={onCancel}
      />
    );
  return (
    <form ref={form} onSubmit={make} className={styles.form}>
      <Stack gap="xs">
        <RoleChoice role={role} onChoose={onRole} disabled={isBusy} isBrief />
        <TextInput
          label="Who is it for? (optional)"
          placeholder="Ben"
          autoComplete="off"
          maxLength={FOR_NAME_LENGTH}
          value={forName}
          onChange={(event) => setForName(event.currentTarget.value)}
          disabled={isBusy}
        />
        <Checkbox
          label="Whoever has the link may come in at once"
          checked={letsInAtOnce}
          onChange={(event) => setLetsInAtOnce(event.currentTarget.checked)}
          disabled={isBusy}
        />
        {problem && <Problem>{problem}</Problem>}
        <Actions isTight>
          <Button type="submit" px="md" loading={isBusy}>
            Share a link
          </Button>
          <Button variant="default" px="sm" onClick={onMail} disabled={isBusy}>
            By mail
          </Button>
          <Button variant="default" px="sm" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
        </Actions>
        <Soft className={styles.after}>
          {letsInAtOnce
            ? "Whoever opens the link first comes in, without your saying so."
            : "Whoever opens the link asks you first: nobody comes in before you let them."}
        </Soft>
      </Stack>
    </form>
  );
}

import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useState } from "react";
import { api } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { Problem } from "../../../ui/text.tsx";
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
  const [forName, setForName] = useState("");
  const [letsInAtOnce, setLetsInAtOnce] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);

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
    <form onSubmit={make} className={styles.form}>
      <Stack>
        <RoleChoice role={role} onChoose={onRole} disabled={isBusy} />
        <TextInput
          label="Who is it for? (optional)"
          placeholder="Ben"
          description="For your own list: the link itself doesn't show it."
          inputWrapperOrder={["label", "input", "description"]}
          autoComplete="off"
          maxLength={FOR_NAME_LENGTH}
          value={forName}
          onChange={(event) => setForName(event.currentTarget.value)}
          disabled={isBusy}
        />
        <Checkbox
          label="Whoever has the link may come in at once"
          description="Otherwise you are asked first, and let them in yourself."
          checked={letsInAtOnce}
          onChange={(event) => setLetsInAtOnce(event.currentTarget.checked)}
          disabled={isBusy}
        />
        {problem && <Problem>{problem}</Problem>}
        <Group>
          <Button type="submit" loading={isBusy}>
            Share a link
          </Button>
          <Button variant="default" onClick={onMail} disabled={isBusy}>
            By mail
          </Button>
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

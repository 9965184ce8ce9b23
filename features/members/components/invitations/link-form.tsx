import { Button, Checkbox, Stack, TextInput } from "@mantine/core";
import { useAction } from "convex/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "../../../../lib/api.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { ProofDialog, type Proving, type Returned } from "../../../account/client/public.ts";
import { shareLink } from "../../client/share-link.ts";
import { FOR_NAME_LENGTH, type InvitationRole } from "../../rules/invitations.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import styles from "./invite-panel.module.css";
import { RoleChoice } from "./role-choice.tsx";
import { SharedLink } from "./shared-link.tsx";

type LinkFormProps = {
  diaryId: string;
  inviter: string;
  role: InvitationRole;
  onRole: (role: InvitationRole) => void;
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onMail: () => void;
  onCancel: () => void;
};

/** The values of the form. */
type Values = { role: InvitationRole; forName: string; letsInAtOnce: boolean };

/** Makes a link for one person and opens the phone's share sheet; then shows the link, a button and a picture of it. */
export function LinkForm({
  diaryId,
  inviter,
  role,
  onRole,
  proving,
  returned,
  onMail,
  onCancel,
}: LinkFormProps) {
  const createOpenLink = useAction(api.invitations.createOpenLink);
  const form = useRef<HTMLFormElement>(null);
  const kept = returned?.form?.values as Values | undefined;
  const [forName, setForName] = useState(kept?.forName ?? "");
  const [letsInAtOnce, setLetsInAtOnce] = useState(kept?.letsInAtOnce ?? false);
  // The password is asked for last, in a dialog: the whole form has to be in view on a phone.
  const [isAsking, setIsAsking] = useState(returned !== null);
  const [link, setLink] = useState<string | null>(null);

  // The whole form, with its button, comes into view on a phone.
  useEffect(() => {
    form.current?.querySelector<HTMLInputElement>("input:checked")?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);

  function ask(event: FormEvent) {
    event.preventDefault();
    setIsAsking(true);
  }

  const values: Values = { role, forName, letsInAtOnce };
  async function make(proof: string) {
    const made = await createOpenLink({ diaryId, role, forName: forName.trim(), letsInAtOnce, proof });
    setIsAsking(false);
    setLink(made.link);
    // Without a share sheet, or when the browser wants another press, the buttons below do it.
    await shareLink(made.link, inviter);
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
    <>
      <form ref={form} onSubmit={ask} className={styles.form}>
        <Stack gap="xs">
          <RoleChoice role={role} onChoose={onRole} disabled={false} isBrief />
          <TextInput
            label={t("invitations.forWhom")}
            placeholder={t("invitations.forWhomExample")}
            autoComplete="off"
            maxLength={FOR_NAME_LENGTH}
            value={forName}
            onChange={(event) => setForName(event.currentTarget.value)}
          />
          <Checkbox
            label={t("invitations.atOnce")}
            checked={letsInAtOnce}
            onChange={(event) => setLetsInAtOnce(event.currentTarget.checked)}
          />
          <Actions isTight>
            <Button type="submit" px="md" aria-haspopup="dialog">
              {t("invitations.share")}
            </Button>
            <Button variant="default" px="sm" onClick={onMail}>
              {t("invitations.byMail")}
            </Button>
            <Button variant="default" px="sm" onClick={onCancel}>
              {t("invitations.cancel")}
            </Button>
          </Actions>
          <Soft className={styles.after}>
            {t("invitations.whoComesIn", { atOnce: String(letsInAtOnce) })}
          </Soft>
        </Stack>
      </form>
      {isAsking && (
        <ProofDialog
          proving={proving}
          returned={returned}
          kept={{ form: "invitation", values }}
          title={t("invitations.share")}
          label={t("invitations.shareIt")}
          otherwise={writeMessage(INVITATION_MESSAGES.makeLinkFailed)}
          onProven={make}
          onClose={() => setIsAsking(false)}
        >
          <p>{t("invitations.whoComesInBrief", { atOnce: String(letsInAtOnce) })}</p>
        </ProofDialog>
      )}
    </>
  );
}

import { useState } from "react";
import { t } from "../../../../lib/words/t.ts";
import { Card } from "../../../../ui/card.tsx";
import { NeedsConnection } from "../../../../ui/needs-connection.tsx";
import { Section } from "../../../../ui/section.tsx";
import type { Proving, Returned } from "../../../account/client/public.ts";
import type { InvitationRole } from "../../rules/invitations.ts";
import { LinkForm } from "./link-form.tsx";
import { MailForm } from "./mail-form.tsx";

type InvitePanelProps = {
  diaryId: string;
  /** The inviter's name, for the message that goes with a link. */
  inviter: string;
  way: "link" | "mail";
  /** False where the server sends no mail. */
  mail: boolean;
  proving: Proving;
  /** The form that the person left to sign in again. */
  returned: Returned | null;
  onWay: (way: "link" | "mail") => void;
  /** Closes the panel; must be stable. */
  onClose: () => void;
};

/** Invites a person: by a link to share, or by mail. The role stays chosen when the way changes. */
export function InvitePanel({
  diaryId,
  inviter,
  way,
  mail,
  proving,
  returned,
  onWay,
  onClose,
}: InvitePanelProps) {
  const left = returned?.form?.form === "invitation" ? returned : null;
  const kept = left?.form?.values as { role: InvitationRole } | undefined;
  const [role, setRole] = useState<InvitationRole>(kept?.role ?? "member");
  const common = { diaryId, role, onRole: setRole, onCancel: onClose };
  return (
    <Card as={Section} size="part" isRaised title={t("invitations.title")}>
      <NeedsConnection what={t("invitations.inviting")} />
      {way === "link" ? (
        <LinkForm
          {...common}
          inviter={inviter}
          proving={proving}
          returned={left}
          onMail={() => onWay("mail")}
        />
      ) : (
        <MailForm {...common} mail={mail} onSent={onClose} onLink={() => onWay("link")} />
      )}
    </Card>
  );
}

import { useState } from "react";
import { Card } from "../../../ui/card.tsx";
import { Section } from "../../../ui/section.tsx";
import type { InvitationRole } from "../rules.ts";
import { LinkForm } from "./link-form.tsx";
import { MailForm } from "./mail-form.tsx";

type InvitePanelProps = {
  diaryId: string;
  /** The name of whoever invites, for the message that goes with a link. */
  inviter: string;
  way: "link" | "mail";
  /** False where the server sends no mail. */
  mail: boolean;
  onWay: (way: "link" | "mail") => void;
  /** Closes the panel; must be stable. */
  onClose: () => void;
};

/** Invites somebody: by a link to share, or by mail. The role stays chosen when the way changes. */
export function InvitePanel({ diaryId, inviter, way, mail, onWay, onClose }: InvitePanelProps) {
  const [role, setRole] = useState<InvitationRole>("member");
  const common = { diaryId, role, onRole: setRole, onCancel: onClose };
  return (
    <Card as={Section} size="part" isRaised title="Invite someone">
      {way === "link" ? (
        <LinkForm {...common} inviter={inviter} onMail={() => onWay("mail")} />
      ) : (
        <MailForm {...common} mail={mail} onSent={onClose} onLink={() => onWay("link")} />
      )}
    </Card>
  );
}

import { useNavigate } from "@tanstack/react-router";
import type { MyInvitation } from "../../../../lib/api.ts";
import { List } from "../../../../ui/list.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { useInvitationAnswers } from "../../client/use-invitation-answers.ts";
import { InvitationCard } from "./invitation-card.tsx";

type MyInvitationsProps = {
  invitations: MyInvitation[];
  /** Called before an accepted notebook opens. */
  onAccepted?: () => void;
  onFailure: (message: string) => void;
};

/** Invitations as cards; accepting one opens its notebook. */
export function MyInvitations({ invitations, onAccepted, onFailure }: MyInvitationsProps) {
  const navigate = useNavigate();
  const now = useNow();
  const { pending, accept, decline } = useInvitationAnswers({
    onAccepted: (diaryId) => {
      onAccepted?.();
      void navigate({ to: "/care/$diaryId", params: { diaryId } });
    },
    onFailure,
  });
  return (
    <List gap="lg" isGrid>
      {invitations.map((invitation) => (
        <InvitationCard
          key={invitation._id}
          invitation={invitation}
          now={now}
          answer={pending?.id === invitation._id ? pending.answer : null}
          onAnswer={(answer) => (answer === "accept" ? accept : decline)(invitation._id)}
        />
      ))}
    </List>
  );
}

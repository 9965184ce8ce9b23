import { IconMailHeart } from "@tabler/icons-react";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/invitations/:token/accept`: accept or decline an invitation, to come. */
export function InvitationScreen() {
  return (
    <ComingRoom
      title="Invitation"
      what="Here you will accept or decline an invitation to a notebook."
      picture={<IconMailHeart size={64} stroke={1.25} />}
    >
      <LinkButton to="/care">Open your care notebooks</LinkButton>
    </ComingRoom>
  );
}

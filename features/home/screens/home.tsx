import { IconHomeHeart } from "@tabler/icons-react";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/home`: the dashboard, to come. */
export function HomeScreen() {
  return (
    <ComingRoom
      title="Home"
      what="Here you will see today's tasks, the latest notes and what changed since you were last here."
      picture={<IconHomeHeart size={64} stroke={1.25} />}
    >
      <LinkButton to="/care">Open your care notebooks</LinkButton>
    </ComingRoom>
  );
}

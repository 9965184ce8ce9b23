import { IconVideo } from "@tabler/icons-react";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/recording`: the meeting recorder, to come. */
export function RecorderScreen() {
  return (
    <ComingRoom
      title="Record Meeting"
      what="Here you will record a visit or a meeting. Recordings stay in this browser and are never uploaded."
      picture={<IconVideo size={64} stroke={1.25} />}
    >
      <LinkButton to="/care">Open your care notebooks</LinkButton>
    </ComingRoom>
  );
}

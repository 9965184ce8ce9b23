import { IconChecklist } from "@tabler/icons-react";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/tasks`: the unified tasks page, to come. */
export function TasksScreen() {
  return (
    <ComingRoom
      title="Tasks"
      what="Here you will find the tasks of all your notebooks: what is due, what is overdue, and who does it."
      picture={<IconChecklist size={64} stroke={1.25} />}
    >
      <LinkButton to="/care">Open your care notebooks</LinkButton>
    </ComingRoom>
  );
}

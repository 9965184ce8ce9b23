import { IconCalendar } from "@tabler/icons-react";
import { ComingRoom } from "../../../ui/coming-room.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";

/** `/calendar`: the task calendar, to come. */
export function CalendarScreen() {
  return (
    <ComingRoom
      title="Calendar"
      what="Here you will see tasks by month, week and day, and move them to another day."
      picture={<IconCalendar size={64} stroke={1.25} />}
    >
      <LinkButton to="/care">Open your care notebooks</LinkButton>
    </ComingRoom>
  );
}

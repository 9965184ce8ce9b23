import { Notifications } from "@mantine/notifications";
import "@mantine/notifications/styles.layer.css";
import { Kit } from "./kit.tsx";

/** The kit never queues notifications invisibly; `notify.ts` decides how many are shown. */
const MAX_NOTIFICATIONS = 100;

/** The region of all notifications. */
export const AllNotifications = () => (
  <Kit>
    <Notifications
      position="top-center"
      aria-live="polite"
      limit={MAX_NOTIFICATIONS}
      notificationMaxHeight={400}
      className="no-print"
    />
  </Kit>
);

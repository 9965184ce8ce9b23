import { Button, Menu } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notification } from "../../../lib/api.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { formatTitle } from "../client/notification-words.ts";
import { LATER_MINUTES, type LaterMinutes } from "../rules/later.ts";
import styles from "./later-menu.module.css";

const WORDS: Record<LaterMinutes, string> = {
  10: "In 10 minutes",
  30: "In 30 minutes",
  60: "In an hour",
};

/** “Later”: the notification is quiet and comes back at the chosen time. */
export function LaterMenu({ notification }: { notification: Notification }) {
  const later = useMutation(api.notifications.later);
  const [isOpen, setIsOpen] = useState(false);
  const name = `Later: ${formatTitle(notification)}`;

  async function choose(minutes: LaterMinutes) {
    try {
      const { laterUntil } = await later({ notificationId: notification._id, minutes });
      notifySuccess(`You are reminded again at ${formatClockTime(laterUntil)}.`);
    } catch (error) {
      console.error("notifications.later failed", error);
      notifyFailure(getErrorMessage(error, "It couldn't be put off"));
    }
  }

  return (
    <div className={styles.later}>
      <RowMenu
        name={name}
        width={220}
        isOpen={isOpen}
        onToggle={setIsOpen}
        opener={(opener) => (
          <Button
            {...opener}
            variant="default"
            leftSection={<IconClockPause size={20} aria-hidden="true" />}
            aria-label={name}
          >
            Later
          </Button>
        )}
      >
        {(close) =>
          LATER_MINUTES.map((minutes) => (
            <Menu.Item
              key={minutes}
              onClick={() => {
                close();
                void choose(minutes);
              }}
            >
              {WORDS[minutes]}
            </Menu.Item>
          ))
        }
      </RowMenu>
    </div>
  );
}

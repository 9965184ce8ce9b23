import { Button, Menu } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notification } from "../../../lib/api.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { RowMenu } from "../../../ui/row-menu.tsx";
import { formatTitle } from "../client/notification-words.ts";
import { LATER_MINUTES, type LaterMinutes } from "../rules/later.ts";
import styles from "./later-menu.module.css";

/** “Later”: the notification is quiet and comes back at the chosen time. */
export function LaterMenu({ notification }: { notification: Notification }) {
  const later = useMutation(api.notifications.later);
  const [isOpen, setIsOpen] = useState(false);
  const name = t("inbox.laterNamed", { title: formatTitle(notification) });

  async function choose(minutes: LaterMinutes) {
    try {
      const { laterUntil } = await later({ notificationId: notification._id, minutes });
      notifySuccess(t("inbox.remindedAt", { time: formatClockTime(laterUntil) }));
    } catch (error) {
      console.error("notifications.later failed", error);
      notifyFailure(getErrorMessage(error, t("inbox.notPutOff")));
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
            {t("inbox.later")}
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
              {minutes === 60 ? t("inbox.inHour") : t("inbox.inMinutes", { minutes })}
            </Menu.Item>
          ))
        }
      </RowMenu>
    </div>
  );
}

import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type ReactNode, useEffect } from "react";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import { recentMessages } from "../../ui/messages.ts";
import { undoByKey } from "../../ui/undo-toast.tsx";
import "./kit.css";
import { cssVariables, theme } from "./theme.ts";

/** None waits unseen: how many stand there is decided where they are shown. */
const MAX_NOTIFICATIONS = 100;

/** The UI kit with our theme; the scheme follows the device until a person chooses one. */
export function Kit({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("keydown", undoByKey);
    return () => {
      document.removeEventListener("keydown", undoByKey);
      // What was said to one person is nothing for the next.
      recentMessages.clear();
    };
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {/* A live region that is there before its messages: only then all screen readers say them. */}
      <Notifications
        position="top-center"
        aria-live="polite"
        limit={MAX_NOTIFICATIONS}
        notificationMaxHeight={400}
        className="no-print"
      />
      {children}
    </MantineProvider>
  );
}

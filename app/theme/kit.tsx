import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type ReactNode, useEffect } from "react";
import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import { recentMessages } from "../../ui/messages.ts";
import { undoOnKey } from "../../ui/undo-toast.tsx";
import "./kit.css";
import { cssVariables, theme } from "./theme.ts";

/** The kit never queues notifications invisibly; `notify.ts` decides how many are shown. */
const MAX_NOTIFICATIONS = 100;

/** The UI kit with our theme; the colour scheme follows the device until a person chooses one. */
export function Kit({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.addEventListener("keydown", undoOnKey);
    return () => {
      document.removeEventListener("keydown", undoOnKey);
      // The messages for one person aren't for the next.
      recentMessages.clear();
    };
  }, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {/* The live region exists before its messages: only then do all screen readers announce them. */}
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

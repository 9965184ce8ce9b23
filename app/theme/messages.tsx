import { notificationsStore } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { recentMessages } from "../../ui/messages.ts";
import { undoOnKey } from "../../ui/undo-toast.tsx";

/** After so long without a press the notifications are loaded anyway, ms. */
const LATER_MS = 5000;

/**
 * The notifications, loaded after the first screen: with the first press or key, with the first message, or after
 * {@link LATER_MS}. The live region exists before its messages: only then do all screen readers announce them.
 */
export function Messages() {
  useEffect(() => {
    document.addEventListener("keydown", undoOnKey);
    return () => {
      document.removeEventListener("keydown", undoOnKey);
      // The messages for one person aren't for the next.
      recentMessages.clear();
    };
  }, []);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Loaded) return;
    // A load that failed is tried again with the next press.
    const load = () =>
      void import("./notifications.tsx").then(
        ({ AllNotifications }) => setLoaded(() => AllNotifications),
        console.warn,
      );
    if (notificationsStore.getState().notifications.length > 0) load();
    const timer = setTimeout(load, LATER_MS);
    const stopReading = notificationsStore.subscribe(load);
    for (const event of ["pointerdown", "keydown"]) document.addEventListener(event, load);
    return () => {
      clearTimeout(timer);
      stopReading();
      for (const event of ["pointerdown", "keydown"]) document.removeEventListener(event, load);
    };
  }, [Loaded]);
  return Loaded && <Loaded />;
}

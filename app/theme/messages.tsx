import { type ComponentType, useEffect, useState } from "react";
import { recentMessages } from "../../ui/messages.ts";
import { whenIdle } from "../routes/when-idle.ts";

/** The time in ms after which the notifications are loaded without a press. */
const LATER_MS = 1500;
const EVENTS = ["pointerdown", "keydown", "online"];

/**
 * The notifications, loaded after the first screen: with the first press or key, with the first message, or after
 * {@link LATER_MS} when the page is there. The live region exists before its messages: only then do all screen readers
 * announce them.
 */
export function Messages() {
  // The messages for one person aren't for the next.
  useEffect(() => recentMessages.clear, []);
  const [Loaded, setLoaded] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (Loaded) return;
    // A load that failed is tried again with the next press, and when the connection is back.
    const load = () =>
      void import("./notifications.tsx").then(
        ({ AllNotifications }) => setLoaded(() => AllNotifications),
        console.warn,
      );
    if (recentMessages.get().length > 0) load();
    let isWanted = true;
    const timer = setTimeout(() => void whenIdle().then(() => isWanted && load()), LATER_MS);
    const stopReading = recentMessages.subscribe(load);
    for (const event of EVENTS) window.addEventListener(event, load);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stopReading();
      for (const event of EVENTS) window.removeEventListener(event, load);
    };
  }, [Loaded]);
  return Loaded && <Loaded />;
}

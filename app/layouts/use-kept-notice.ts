import { useEffect } from "react";
import { storedPeople } from "../../lib/browser-store.ts";
import { whenIdle } from "../routes/when-idle.ts";

/** Says once, after the start, that another person has something on this device that isn't sent. */
export function useKeptNotice(myId: string): void {
  useEffect(() => {
    if (!storedPeople().some((id) => id !== myId)) return;
    let isHere = true;
    void whenIdle()
      .then(() => Promise.all([import("../auth/kept-things.ts"), import("../../ui/notify.ts")]))
      .then(async ([{ keptOfOthers }, { readingTime, showToast }]) => {
        for (const { name, words } of await keptOfOthers(myId)) {
          const text = `${name} has ${words} on this device, not sent yet. It is kept until ${name} signs in here.`;
          if (isHere) showToast({ text, color: "gray", role: "status", closeAfter: readingTime(text) });
        }
      })
      .catch(console.warn);
    return () => {
      isHere = false;
    };
  }, [myId]);
}

import { getReadingTime, showToast } from "../../ui/notify.ts";
import { readKeptOfOthers } from "../auth/kept-things.ts";

/** Shows that other people have something on this device that isn't sent. */
export async function showKeptNotice(myId: string): Promise<void> {
  for (const { name, words } of await readKeptOfOthers(myId)) {
    const text = `${name} has ${words} on this device, not sent yet. It is kept until ${name} signs in here.`;
    showToast({ text, color: "gray", role: "status", closeAfter: getReadingTime(text) });
  }
}
